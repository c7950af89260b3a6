/* Runs the widgets of a published page without a kernel. `CODE` (their modules) is put before this.
   A page holds, for each widget, its figure and a JSON script with its state. */
(() => {
  "use strict";

  /** What a widget's module sees of the kernel's model: values, and news of their changes. */
  class Model {
    #values;
    #listeners = new Map();
    #saved;
    constructor(values, link, saved) {
      this.#values = values;
      this.link = link;
      this.#saved = saved;
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
    save_changes() {
      this.#saved({ ...this.#values });
    }
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

  const inAddress = (name) => new URLSearchParams(location.search).get(name);

  /** What the address carries for a widget: the values of known names in a plain object. */
  function carried(text, known) {
    if (!text || text.length > 4000) return {};
    try {
      const state = JSON.parse(text);
      return Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(known, name)));
    } catch {
      return {};
    }
  }

  /* The page hears from a widget's place: "course:state", with what the widget now shows, when a reader has changed it;
     "course:ready", when it has started. From then on `place.put` puts other values there, if the widget takes them. */
  function tell(place, event, detail) {
    place.dispatchEvent(new CustomEvent(event, { bubbles: true, detail: { widget: place.dataset.widget, ...detail } }));
  }

  /** Whether all that was wanted, and at least something, is in a state. */
  function isIn(state, wanted) {
    const names = Object.keys(wanted);
    return names.length > 0 && names.every((name) => JSON.stringify(state[name]) === JSON.stringify(wanted[name]));
  }

  /** Starts a widget where the page or `start`, { state, variant }, has it begin; `text` is what the address carries for
      it, null for nothing. Returns what ends it. */
  async function mount(place, number, text, start = null) {
    const still = place.querySelector(".still");
    const el = document.createElement("div");
    try {
      const state = start?.state ?? JSON.parse(place.querySelector("script[type='application/json']").textContent);
      const key = `w${number}`;
      const anchor = place.closest("section[id]")?.id ?? "";
      const link = (values) => {
        const address = new URL(location.href);
        address.search = "";
        if (start) address.searchParams.set("v", start.variant); // so that exercise and widget agree
        address.searchParams.set(key, JSON.stringify(values));
        address.hash = anchor;
        return address.href;
      };
      const module = (await load(place.dataset.widget)).default;
      const wanted = carried(text, state);
      const accept = module.accept ?? ((values) => values);
      const values = accept({ ...state }, wanted);
      const isRefused = text !== null && !isIn(values, wanted);
      const model = new Model(values, link, (now) => tell(place, "course:state", { state: now }));
      const end = await module.render({ model, el });
      if (isRefused) el.append(refusal());
      still.hidden = true;
      place.append(el);
      place.classList.add("live");
      const names = Object.keys(state);
      const put = (values) => {
        const now = Object.fromEntries(names.map((name) => [name, model.get(name)]));
        for (const [name, value] of Object.entries(accept(now, values))) model.set(name, value);
      };
      place.put = Object.keys(wanted).length ? null : put; // what an address carries stays
      tell(place, "course:ready", {});
      return () => {
        end?.();
        el.remove();
      };
    } catch (error) {
      console.error(`widget ${place.dataset.widget}:`, error);
      still.hidden = false;
      const line = document.createElement("p");
      line.className = "trouble";
      line.textContent = "This figure can’t be moved in your browser. What it shows stands here all the same.";
      place.append(line);
      return () => line.remove();
    }
  }

  /** The sentence for a link that carries what a widget can't show. */
  function refusal() {
    const line = document.createElement("p");
    line.className = "trouble";
    line.setAttribute("role", "status");
    line.textContent = "What the link carries for this figure can’t be used. It starts as it does without a link.";
    return line;
  }

  const places = [...document.querySelectorAll("[data-widget]")];
  const running = new Map(); // by place: what ends the widget there, as a promise
  const stills = new Map(); // by place: the figure that the page holds, where another one took its place

  /** Restarts a widget from `{ state, still, variant }`, with its figure as HTML; with null, as the page holds it. What
      the address carries still counts if it is for the same numbers. */
  function remount(place, start) {
    const still = place.querySelector(".still");
    if (!stills.has(place)) stills.set(place, [...still.childNodes]);
    const number = places.indexOf(place);
    const isLinked = start && inAddress("v") === String(start.variant);
    const text = isLinked ? inAddress(`w${number}`) : null;
    const again = (end) => {
      end();
      place.classList.remove("live");
      if (start) still.innerHTML = start.still; // ours, drawn when the book was built
      else still.replaceChildren(...stills.get(place));
      return mount(place, number, text, start);
    };
    running.set(place, running.get(place).then(again));
    return running.get(place);
  }

  async function boot() {
    places.forEach((place, number) => running.set(place, mount(place, number, inAddress(`w${number}`))));
    globalThis.course = Object.assign(globalThis.course ?? {}, { remount });
    await Promise.allSettled(running.values());
    document.documentElement.dataset.widgets = "ready";
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", boot);
  else boot();
})();
