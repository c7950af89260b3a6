/* Runs the widgets of a published page without a kernel. `CODE` (their modules) is put before this.
   A page holds, for each widget, its figure and a JSON script with its state. */
(() => {
  "use strict";

  /** What a widget's module sees of the kernel's model: values, and news of their changes. */
  class Model {
    #values;
    #listeners = new Map();
    constructor(values, link) {
      this.#values = values;
      this.link = link;
    }
    get(name) {
      return this.#values[name];
    }
    set(name, value) {
      if (Object.is(this.#values[name], value)) return;
      this.#values[name] = value;
      for (const act of [...(this.#listeners.get(`change:${name}`) ?? [])]) act();
    }
    on(event, act) {
      if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
      this.#listeners.get(event).add(act);
    }
    off(event, act) {
      this.#listeners.get(event)?.delete(act);
    }
    save_changes() {}
    send() {}
  }

  const modules = new Map();
  /** The module of a widget; the browser compiles each once. A blob works from a local file too. */
  function load(name) {
    if (!modules.has(name)) {
      if (!Object.hasOwn(CODE.widgets, name)) throw new Error(`there is no widget ${name}`);
      const url = URL.createObjectURL(new Blob([CODE.shared, "\n", CODE.widgets[name]], { type: "text/javascript" }));
      modules.set(name, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    return modules.get(name);
  }

  /** The state that the address carries for the widget `key`, if it is a plain object of known names. */
  function carried(key, known) {
    const text = new URLSearchParams(location.search).get(key);
    if (!text || text.length > 4000) return {};
    try {
      const state = JSON.parse(text);
      return Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(known, name)));
    } catch {
      return {};
    }
  }

  async function mount(place, number) {
    const still = place.querySelector(".still");
    const el = document.createElement("div");
    try {
      const state = JSON.parse(place.querySelector("script[type='application/json']").textContent);
      const key = `w${number}`;
      const anchor = place.closest("section[id]")?.id ?? "";
      const link = (values) => {
        const address = new URL(location.href);
        address.search = "";
        address.searchParams.set(key, JSON.stringify(values));
        address.hash = anchor;
        return address.href;
      };
      const module = (await load(place.dataset.widget)).default;
      const start = { ...state };
      const wanted = carried(key, state);
      const model = new Model(module.accept ? module.accept(start, wanted) : start, link);
      await module.render({ model, el });
      still.hidden = true;
      place.append(el);
      place.classList.add("live");
    } catch (error) {
      console.error(`widget ${place.dataset.widget}:`, error);
      still.hidden = false;
      const line = document.createElement("p");
      line.className = "trouble";
      line.textContent = "This figure can’t be moved in your browser. What it shows stands here all the same.";
      place.append(line);
    }
  }

  async function boot() {
    await Promise.all([...document.querySelectorAll("[data-widget]")].map(mount));
    document.documentElement.dataset.widgets = "ready";
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", boot);
  else boot();
})();
