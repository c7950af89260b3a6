/* The answer boxes: check what was typed, offer hints, give new numbers, keep it all on the reader's machine.
   Needs storage.js and judge.js. What it judges by is in one script a chapter, loaded when it is first wanted.

   Kept for each exercise under `answers/ID`: { variant, state, points, possible, by }, with the variant in use, the best
   state and points so far, and for each variant that was shown { given, checked, rubric, state, points }: what stands in
   its boxes, what was checked last, and the best state and points that it ever had. Whenever something changes the document hears of it: "course:answered", with { id, state, points, possible, isCheck }. */
"use strict";
(() => {
  const { store, judge } = globalThis.course;
  const source = document.currentScript.dataset.tables;
  const STATES = {
    new: "Not started",
    begun: "Begun",
    part: "Right so far",
    notyet: "Not yet",
    unread: "Not read",
    yours: "Yours to judge",
    judged: "Judged by you",
    right: "Right",
  };
  const KINDS = { right: "right", mistake: "notyet", wrong: "notyet", "not read": "unread", yours: "yours" };
  const MARKS = { full: 1, half: 0.5, none: 0 };
  const RANKS = { right: 3, judged: 2, new: 0 };
  const rank = (state) => RANKS[state] ?? 1;
  const NEXT_HINT = / The next hint may help\.$/;

  const find = (selector, root = document) => root.querySelector(selector);
  const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** A reason with the apostrophes of typography; what it quotes stays as it was typed. */
  const curly = (text) =>
    text.split(/(“[^”]*”)/).map((part, i) => i % 2 ? part : part.replace(/(\w)'(\w)/g, "$1’$2")).join("");

  /** "2½ points". */
  function inPoints(points) {
    const half = points % 1 ? "½" : "";
    return `${Math.floor(points) || (half ? "" : 0)}${half} ${points > 0 && points <= 1 ? "point" : "points"}`;
  }

  /* ── The chapter's script ── */
  let loading = null;
  let loaded = null;
  globalThis.course.answers = (data) => {
    loaded = data;
  };

  /** What the chapter's script holds; it is asked for once, or again if it did not arrive. */
  function load() {
    loading ??= new Promise((resolve, reject) => {
      const script = make("script", { src: source });
      const fail = () => {
        loading = null;
        script.remove();
        reject(new Error("no answers"));
      };
      script.addEventListener("load", () => loaded ? resolve(loaded) : fail());
      script.addEventListener("error", fail);
      document.head.append(script);
    });
    return loading;
  }

  /** One of several texts that are kept as what they share and what they differ in. */
  const textOf = ({ fixed, slots }, at) => slots[at].reduce((text, slot, i) => text + slot + fixed[i + 1], fixed[0]);

  /* ── What was kept; it may be from anyone's hands ── */
  const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  function only(value, isFine) {
    return Object.fromEntries(Object.entries(isPlain(value) ? value : {}).filter(([, each]) => isFine(each)));
  }
  const isText = (value) => typeof value === "string";
  const isMarks = (value) => Array.isArray(value) && value.every((mark) => mark === null || Object.hasOwn(MARKS, mark));

  function recordOf(kept) {
    return {
      given: only(kept?.given, isText),
      checked: only(kept?.checked, isText),
      rubric: only(kept?.rubric, isMarks),
      state: Object.hasOwn(STATES, kept?.state) ? kept.state : "new",
      points: Number.isFinite(kept?.points) ? kept.points : 0,
    };
  }

  function keptOf(id) {
    const kept = store.get(`answers/${id}`, {});
    const by = {};
    for (const [variant, record] of Object.entries(only(kept.by, isPlain))) {
      if (/^\d{1,6}$/.test(variant)) by[variant] = recordOf(record);
    }
    return { variant: Number.isSafeInteger(kept.variant) && kept.variant > 0 ? kept.variant : 0, by };
  }

  /** How far an exercise is, whatever the numbers: right or judged if it once was, else as it is now. */
  function best(by, variant) {
    const records = Object.values(by);
    const states = [by[variant]?.state ?? "new", ...records.map(({ state }) => state)];
    const has = (wanted) => states.find((each) => each === wanted);
    const state = has("right") ?? has("judged") ?? states.find((each) => each !== "new") ?? "new";
    return { state, points: Math.max(0, ...records.map(({ points }) => points)) };
  }

  /* ── One exercise ── */
  class Exercise {
    constructor(form) {
      this.form = form;
      this.section = form.closest(".exercise");
      this.id = this.section.id;
      this.possible = Number(form.dataset.points);
      this.fields = findAll("[data-field]", form).map((place) => ({
        place,
        name: place.dataset.field,
        kind: place.dataset.kind,
        boxes: findAll("[name]", place),
        told: find(".verdict", place),
      }));
      this.prompt = find(".prompt", this.section);
      this.hints = findAll("details.hint", this.section);
      this.solution = find("details.solution", this.section);
      this.opened = new Set();
      this.variant = 0;
      this.record = recordOf();
      this.seen = JSON.stringify(this.record); // the record as this tab last had it from the store, or put it there
      this.state = "new"; // of what was checked last
      this.listen();
    }

    button(name) {
      return find(`[data-${name}]`, this.form);
    }

    listen() {
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.check();
      });
      this.form.addEventListener("input", (event) => event.target.dataset.mark ?? this.typed());
      this.form.addEventListener("keydown", (event) => {
        const isDone = event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea");
        if (isDone) this.form.requestSubmit();
      });
      this.form.addEventListener("focusin", () => load().catch(() => {}), { once: true });
      store.watch(`answers/${this.id}`, () => this.catchUp());
      this.button("new")?.addEventListener("click", () => this.renew());
      this.button("back")?.addEventListener("click", () => this.back());
      this.button("hint").addEventListener("click", () => this.open(this.nextHint()));
      this.button("solution").addEventListener("click", () => this.open(this.solution));
      for (const field of this.fields.filter(({ kind }) => kind === "mask")) this.listenToFigure(field);
      for (const hint of this.hints) {
        hint.addEventListener("toggle", () => {
          if (hint.open) this.opened.add(hint);
          this.button("hint").hidden ||= hint.open;
        });
      }
    }

    /* A grid: the figure writes it into the box, the box shows its cells. */
    listenToFigure({ place, boxes: [box] }) {
      const figure = find("[data-widget='mask_builder']", this.section);
      this.section.addEventListener("course:state", ({ target, detail }) => {
        if (target !== figure) return;
        const { can_attend: rows } = detail.state;
        box.value = rows.flat().some(Boolean) ? rows.map((row) => row.map(Number).join("")).join("/") : "";
        box.dispatchEvent(new Event("input", { bubbles: true }));
      });
      this.section.addEventListener("course:ready", () => this.showInFigure(box.value));
      box.addEventListener("input", () => this.showGrid(place, box.value));
      box.addEventListener("change", () => this.showInFigure(box.value));
      const button = find("[data-figure]", place);
      button.hidden = !figure;
      button.addEventListener("click", () => {
        figure.scrollIntoView({ block: "center" });
        find("[role='grid'] [tabindex='0']", figure)?.focus({ preventScroll: true });
      });
    }

    /** The grid's cells, as far as what was typed can be read. */
    showGrid(place, text) {
      const { value } = globalThis.course.read({ kind: "mask" }, text);
      const line = (row) => make("tr", {}, ...[...row].map((cell) => make("td", {}, cell === "1" ? "✓" : "·")));
      const table = value && make("table", {}, make("tbody", {}, ...value.split("/").map(line)));
      find(".built", place).replaceChildren(...table ? [table] : []);
    }

    /** A grid that was kept or typed stands in the figure, too, if it has as many tokens. */
    showInFigure(text) {
      const { value } = globalThis.course.read({ kind: "mask" }, text);
      const figure = find("[data-widget='mask_builder']", this.section);
      if (value) figure?.put?.({ can_attend: value.split("/").map((row) => [...row].map((cell) => cell === "1")) });
    }

    /** What the chapter's script holds for this exercise; null if it can't be had, which is said. */
    async data() {
      try {
        return (await load())[this.id];
      } catch {
        this.notice("This could not be checked: a part of the page is missing. Are you offline? Then try again later.");
        return null;
      }
    }

    table(data) {
      const table = JSON.parse(textOf(data.table, this.variant));
      for (const mistake of table.fields.flatMap(({ mistakes = [] }) => mistakes)) {
        Object.assign(mistake, data.said[mistake.said]);
      }
      return table;
    }

    notice(text) {
      find(".notice", this.form).textContent = text;
    }

    /* What is typed. */
    given() {
      const given = {};
      for (const { name, boxes } of this.fields) {
        const box = boxes[0].type === "radio" ? boxes.find((each) => each.checked) : boxes[0];
        if (box?.value) given[name] = box.value;
      }
      return given;
    }

    typed() {
      this.catchUp();
      this.record.given = this.given();
      this.mark();
      this.keep();
    }

    /** Say of each verdict whether it is on what stands there now. */
    mark() {
      for (const { name, told } of this.fields) {
        const isStale = told.hasChildNodes() && this.record.checked[name] !== this.record.given[name];
        told.toggleAttribute("data-stale", isStale);
      }
    }

    /** Take over what another tab has kept meanwhile, but for the boxes that were changed in this one. */
    catchUp() {
      const { by } = keptOf(this.id);
      const record = by[this.variant] ?? recordOf();
      if (JSON.stringify(record) === this.seen) return;
      const before = JSON.parse(this.seen).given;
      const given = this.given();
      this.seen = JSON.stringify(record);
      for (const { name } of this.fields) {
        if (given[name] === before[name]) continue;
        if (given[name] === undefined) delete record.given[name];
        else record.given[name] = given[name];
      }
      this.record = record;
      this.restore(loaded?.[this.id]);
      this.showStep(best(by, this.variant).state);
      if (loaded || !Object.keys(record.checked).length) return;
      load().then((all) => this.record === record && this.restore(all[this.id]), () => {});
    }

    keep(isCheck = false) {
      const { by } = keptOf(this.id); // anew: another tab may have written there
      by[this.variant] = this.record;
      this.seen = JSON.stringify(this.record);
      const { state, points } = best(by, this.variant);
      store.set(`answers/${this.id}`, { variant: this.variant, state, points, possible: this.possible, by });
      this.showStep(state);
      const detail = { id: this.id, state, points, possible: this.possible, isCheck };
      document.dispatchEvent(new CustomEvent("course:answered", { detail }));
    }

    /* What is told. */
    async check() {
      const data = await this.data();
      if (!data) return;
      this.catchUp();
      const given = this.given();
      const checked = only(given, (text) => text.trim());
      if (!Object.keys(checked).length) {
        this.notice("There is nothing to check yet. Fill in a box first.");
        this.fields[0].boxes[0].focus();
        return;
      }
      this.notice("");
      this.record.given = given;
      this.record.checked = checked;
      for (const { told } of this.fields) this.clear(told); // so that what is the same as before is read out again
      this.tell(data);
      this.keep(true);
    }

    /** Show the verdict on what was checked. */
    tell(data) {
      const table = this.table(data);
      const checked = Object.fromEntries(this.fields.map(({ name }) => [name, this.record.checked[name]]));
      const verdict = judge(table, checked);
      const told = new Map(verdict.fields.map((each) => [each.name, each]));
      for (const field of this.fields) {
        const { criteria } = table.fields.find((each) => each.name === field.name);
        this.tellField(field, told.get(field.name), criteria);
      }
      let { points } = verdict;
      for (const { name, criteria } of table.fields) {
        if (told.has(name) && criteria) points += this.sum(name, criteria);
      }
      this.state = this.stateOf(table, told);
      if (rank(this.state) >= rank(this.record.state)) this.record.state = this.state;
      this.record.points = Math.max(points, this.record.points);
      this.mark();
      this.showState();
      this.offer(verdict.fields);
    }

    tellField({ name, place, boxes, told }, verdict, criteria) {
      const isWrong = verdict && !["right", "yours"].includes(verdict.status) && boxes[0].type !== "radio";
      if (isWrong) boxes[0].setAttribute("aria-invalid", "true");
      else boxes[0].removeAttribute("aria-invalid");
      find(".rubric", place)?.toggleAttribute("hidden", !verdict);
      if (!verdict) return this.clear(told);
      if (criteria && !find(".rubric", place)) place.append(this.rubric(name, criteria));
      if (criteria && this.isJudged(name, criteria)) return this.tellJudged(told, name, criteria);
      const feedback = this.nextHint() ? verdict.feedback : verdict.feedback.replace(NEXT_HINT, "");
      const [, word, reason] = /^(.*?\.)\s*(.*)$/s.exec(feedback);
      this.write(told, KINDS[verdict.status], word, reason, verdict.see);
    }

    tellJudged(told, name, criteria) {
      const possible = criteria.reduce((sum, { points }) => sum + points, 0);
      this.write(told, "judged", `${STATES.judged}.`, `${inPoints(this.sum(name, criteria))} of ${possible}.`);
    }

    write(told, kind, word, reason, places = []) {
      const text = make("span", {}, make("b", {}, word), ` ${curly(reason)}`);
      if (places.length) text.append(" ", this.see(places));
      if (told.dataset.verdict === kind && told.textContent === text.textContent) return;
      told.dataset.verdict = kind;
      told.replaceChildren(make("span", { class: "sign" }), text);
    }

    clear(told) {
      delete told.dataset.verdict;
      told.replaceChildren();
    }

    /** Links to where a mistake is mended. */
    see(places) {
      const here = location.pathname.split("/").pop().replace(/\.html$/, "");
      const links = places.map(({ page, anchor, title }) => {
        const address = page === here ? "" : `${encodeURIComponent(page)}.html`;
        return make("a", { href: `${address}#${encodeURIComponent(anchor)}` }, title);
      });
      return make("span", { class: "see" }, "See ", ...links.flatMap((link, i) => i ? [" or ", link] : [link]), ".");
    }

    stateOf(table, told) {
      const each = table.fields.map(({ name, criteria }) => {
        if (!told.has(name)) return "open";
        if (!criteria) return KINDS[told.get(name).status];
        if (!this.isJudged(name, criteria)) return "yours";
        return this.record.rubric[name].every((mark) => mark === "full") ? "right" : "judged";
      });
      if (each.every((state) => state === "open")) return "new";
      const worst = ["notyet", "unread", "open", "yours", "judged", "right"].find((state) => each.includes(state));
      if (worst !== "open") return worst;
      return each.every((state) => state === "open" || state === "right") ? "part" : "begun";
    }

    showState() {
      const place = find(".state", this.section);
      place.dataset.state = this.state;
      place.lastElementChild.textContent = STATES[this.state];
    }

    showStep(state) {
      const step = find(`[data-step="${this.id}"]`);
      if (!step) return;
      step.dataset.state = state;
      const number = step.firstChild.textContent;
      step.replaceChildren(number, make("span", { class: "sign" }));
      step.append(make("span", { class: "visually-hidden" }, ` ${STATES[state].toLowerCase()}`));
    }

    /* What is offered next. */
    nextHint() {
      return this.hints.find((hint) => !hint.open && !this.opened.has(hint));
    }

    offer(verdicts) {
      const isWrong = verdicts.some(({ status }) => status === "mistake" || status === "wrong");
      const hint = isWrong ? this.nextHint() : null;
      const isReady = isWrong ? !hint : verdicts.some(({ status }) => status === "yours");
      const button = this.button("hint");
      button.hidden = !hint;
      if (hint) button.textContent = `Open ${find("summary", hint).textContent.replace(/^H/, "h")}`;
      this.button("solution").hidden = this.solution.open || !isReady;
    }

    open(fold) {
      if (!fold) return;
      fold.open = true;
      this.button("solution").hidden ||= fold === this.solution;
      find("summary", fold).focus();
      fold.scrollIntoView({ block: "nearest" });
    }

    /* An argument, held against the points that it should make. */
    rubric(name, criteria) {
      const place = make("div", { class: "rubric" });
      criteria.forEach((criterion, at) => {
        const { points, full, half } = criterion;
        const legend = criteria.length > 1
          ? `Point ${at + 1} of ${criteria.length}`
          : "Which of these fits what you wrote?";
        const point = make("fieldset", {}, make("legend", {}, legend));
        for (const [mark, text] of [["full", full], ["half", half], ["none", "Neither of the two."]]) {
          const radio = make("input", { type: "radio", name: `${name}-${at}`, value: mark, "data-mark": name });
          radio.checked = this.record.rubric[name]?.[at] === mark;
          radio.addEventListener("change", () => this.judged(name, criteria, at, mark));
          const worth = make("span", { class: "worth" }, inPoints(points * MARKS[mark]));
          point.append(make("label", {}, radio, make("span", {}, text, " ", worth)));
        }
        place.append(point);
      });
      return place;
    }

    async judged(name, criteria, at, mark) {
      this.catchUp();
      const marks = criteria.map((_, i) => this.record.rubric[name]?.[i] ?? null);
      marks[at] = mark;
      this.record.rubric[name] = marks;
      const data = await this.data();
      if (!data) return;
      this.tell(data);
      this.keep();
    }

    isJudged(name, criteria) {
      const marks = this.record.rubric[name] ?? [];
      return criteria.every((_, at) => Object.hasOwn(MARKS, marks[at]));
    }

    sum(name, criteria) {
      return criteria.reduce((sum, { points }, at) => sum + points * (MARKS[this.record.rubric[name]?.[at]] ?? 0), 0);
    }

    /* Other numbers. */
    async renew() {
      const data = await this.data();
      if (!data) return;
      const { by } = keptOf(this.id);
      const count = data.parts[0].slots.length;
      const next = Array.from({ length: count }, (_, i) => (this.variant + i) % count + 1);
      this.use(next.find((variant) => !by[variant]) ?? next[0], data);
      this.keep();
      this.address();
      if (matchMedia("(pointer: fine)").matches) this.fields[0].boxes[0].focus({ preventScroll: true });
      const { top, bottom } = this.prompt.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) this.section.scrollIntoView();
    }

    async back() {
      const data = await this.data();
      if (!data) return;
      this.use(0, data);
      this.keep();
      this.address();
      this.button("new").focus();
    }

    /** Go over to a variant, or to the book's numbers: prompt, widget, boxes, hints, solution, verdicts. */
    use(variant, data) {
      if (variant !== this.variant) {
        this.variant = variant;
        this.writeParts(data);
        this.moveWidgets(data);
      }
      this.nameBoxes(this.table(data));
      this.record = keptOf(this.id).by[variant] ?? recordOf();
      this.seen = JSON.stringify(this.record);
      this.notice("");
      this.restore(data);
      if (this.button("new")) {
        const count = data.parts[0].slots.length;
        this.button("numbers").textContent = variant ? `Numbers ${variant} of ${count}` : "The book’s numbers";
        this.button("back").hidden = variant === 0;
      }
      this.noteBelow();
      document.dispatchEvent(new CustomEvent("course:changed"));
    }

    /** Below the card, prose and code stay as they are: with the book's numbers. */
    noteBelow() {
      const panel = this.form.parentElement;
      const note = panel.nextElementSibling?.matches(".book-numbers") ? panel.nextElementSibling : null;
      if (!this.variant) note?.remove();
      else if (!note) panel.after(make("p", { class: "meta book-numbers" }, "What follows has the book’s numbers."));
    }

    writeParts(data) {
      const folds = [...this.hints, this.solution];
      const zones = [this.prompt, ...folds.map((fold) => find(":scope > div", fold))];
      this.book ??= zones.map((zone) => [...zone.childNodes]);
      zones.forEach((zone, at) => {
        if (!this.variant) return zone.replaceChildren(...this.book[at]);
        const template = document.createElement("template");
        template.innerHTML = textOf(data.parts[at], this.variant - 1); // ours, from the book's own build
        zone.replaceChildren(template.content);
      });
      for (const fold of folds) fold.open = false;
      this.opened.clear();
    }

    moveWidgets(data) {
      const places = findAll("[data-widget]", this.section);
      for (const [at, { state, still }] of Object.entries(data.widgets ?? {})) {
        const start = this.variant
          ? {
            state: JSON.parse(textOf(state, this.variant - 1)),
            still: textOf(still, this.variant - 1),
            variant: this.variant,
          }
          : null;
        if (places[at]) globalThis.course.remount?.(places[at], start);
      }
    }

    nameBoxes(table) {
      for (const { name, kind, place, boxes } of this.fields) {
        const { label, unit = "", options = [] } = table.fields.find((field) => field.name === name);
        find(kind === "choice" ? "legend" : "label", place).textContent = label;
        if (find(".unit", place)) find(".unit", place).textContent = unit;
        options.forEach((option, at) => {
          boxes[at].value = option;
          boxes[at].nextElementSibling.textContent = option;
        });
      }
    }

    /** Put back what was typed, and with the chapter's script what was told. */
    restore(data) {
      const { given, checked } = this.record;
      this.state = this.record.state;
      for (const { name, kind, place, boxes, told } of this.fields) {
        if (boxes[0].type === "radio") { for (const box of boxes) box.checked = box.value === given[name]; }
        else if (boxes[0].value !== (given[name] ?? "")) boxes[0].value = given[name] ?? "";
        if (kind === "mask") {
          this.showGrid(place, boxes[0].value);
          this.showInFigure(boxes[0].value);
        }
        this.clear(told);
        find(".rubric", place)?.remove();
        boxes[0].removeAttribute("aria-invalid");
      }
      this.showState();
      this.offer([]);
      if (data && Object.keys(checked).length) this.tell(data);
      this.mark();
    }

    address() {
      const address = new URL(location.href);
      const isOther = (address.searchParams.get("v") ?? "0") !== String(this.variant);
      // What a link carried for a widget belongs to the numbers that it was made with.
      for (const key of isOther ? [...address.searchParams.keys()] : []) {
        if (/^w\d+$/.test(key)) address.searchParams.delete(key);
      }
      if (this.variant) address.searchParams.set("v", this.variant);
      else address.searchParams.delete("v");
      if (inAddress() !== this) address.hash = this.id;
      try {
        history.replaceState(history.state, "", address);
      } catch {
        // Some browsers keep the address of a local file as it is.
      }
    }
  }

  /* ── The page ── */
  const isParsed = new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("DOMContentLoaded", resolve, { once: true });
  });
  const exercises = findAll("form.answer").map((form) => new Exercise(form));
  const inAddress = () => {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      // Not every address that is typed can be decoded.
    }
    const target = document.getElementById(name);
    return exercises.find(({ section }) => section.contains(target));
  };

  /** The variant that the address asks for; null if none. */
  function wanted() {
    const asked = new URLSearchParams(location.search).get("v");
    return asked !== null && inAddress() ? asked : null;
  }

  async function begin() {
    const asked = wanted();
    let needs = asked !== null;
    for (const exercise of exercises) {
      const { variant, by } = keptOf(exercise.id);
      exercise.record = by[0] ?? exercise.record;
      exercise.seen = JSON.stringify(exercise.record);
      exercise.restore(null);
      exercise.showStep(best(by, variant).state);
      needs ||= variant > 0 || Object.keys(exercise.record.checked).length > 0;
    }
    document.documentElement.dataset.answers = "begun";
    if (!needs) return;
    const all = await load().catch(() => ({})); // without it, what was typed is back all the same
    await isParsed; // then the widgets' host is there, too
    for (const exercise of exercises) {
      const data = all[exercise.id];
      if (!data) continue;
      const isAsked = asked !== null && exercise === inAddress();
      const variant = isAsked ? Number(asked) : keptOf(exercise.id).variant;
      const isNumber = !isAsked || (/^\d+$/.test(asked) && variant > 0);
      const isKnown = isNumber && variant < data.table.slots.length;
      exercise.use(isKnown ? variant : 0, data);
      if (isAsked && isKnown) exercise.keep();
      if (isAsked && !isKnown) {
        const missing = asked.trim()
          ? `There are no numbers ${asked.slice(0, 20)} here`
          : "The address names no numbers";
        exercise.notice(`${missing}. These are the book’s.`);
      }
    }
    document.documentElement.dataset.answers = "restored";
  }

  // A link to another exercise of the page must not take these numbers along, and one back brings them back.
  addEventListener("hashchange", () => inAddress()?.address());
  begin();
})();
