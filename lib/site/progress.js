/* How far a reader is: `course.progress`, and its signs in the side bars and on the landing page. Needs storage.js.
   `course.book`, put before this by lib/site/progress.py, lists levels and exercises.

   of(id)          { state, points, possible, is, sets }: the best over all sets of numbers; `is` is "done", "tried" or
                   "new", `sets` the numbers that were checked, 0 for the book's
   best(kept)      the same of what is kept under `answers/ID`, without `possible`
   sum(exercises)  { done, tried, points, possible, count } of some of the book's exercises
   isBegun()       whether anything is kept: an answer, what was noted on it, a card
   rank(record)    3 for a set of numbers that is right, 2 for one marked by hand, 1 for one tried, else 0
   word(found)     what `of` found, in words
   names()         the names in `course.store` that progress is made of
   today()         2025-12-01 in the reader's own time
   inPoints(n)     2½
   show()          brings the signs up to date

   An exercise is done if all its fields are right, or if the reader has marked what can only be marked by hand; tried
   if it was checked; else not begun. What answers.js does not keep is noted under `journal`:
   { id: { checks, first, last, done, opened, early } }, with days; `early` if the solution was opened before it was done.
   The document hears "course:progress" when what is shown was brought up to date. */
"use strict";
(() => {
  const { store, book } = globalThis.course;
  const NOTED = "journal";
  const DECK = "cards";
  const EXERCISES = book.levels.flatMap(({ exercises }) => exercises);
  const POSSIBLE = new Map(EXERCISES.map(({ id, points }) => [id, points]));
  const RANKS = new Map([["right", 3], ["judged", 2], ["new", 0]]);
  for (const state of ["begun", "part", "notyet", "unread", "yours"]) RANKS.set(state, 1);
  const WORDS = { done: "right", tried: "tried", new: "not begun" };

  const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const rank = (record) => RANKS.get(record?.state) ?? 0;
  const inPoints = (points) => `${Math.floor(points) || (points % 1 ? "" : 0)}${points % 1 ? "½" : ""}`;

  function today() {
    const now = new Date();
    return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
  }

  /* ── What was kept; it may be from anyone's hands ── */
  function best(kept, possible = Infinity) {
    const by = Object.entries(isPlain(kept.by) ? kept.by : {})
      .filter(([set, record]) => /^\d{1,6}$/.test(set) && rank(record) > 0);
    const records = by.map(([, record]) => record);
    const inUse = by.find(([set]) => Number(set) === kept.variant)?.[1];
    const found = records.reduce((one, other) => rank(other) > rank(one) ? other : one, inUse ?? records[0]);
    const points = Math.max(0, ...records.map((record) => Number.isFinite(record.points) ? record.points : 0));
    return {
      state: found?.state ?? "new",
      is: rank(found) > 1 ? "done" : rank(found) > 0 ? "tried" : "new",
      points: Math.min(possible, Math.round(points * 2) / 2),
      sets: by.map(([set]) => Number(set)),
    };
  }

  function of(id) {
    const possible = POSSIBLE.get(id) ?? 0;
    return { ...best(store.get(`answers/${id}`, {}), possible), possible };
  }

  function sum(exercises) {
    const all = exercises.map(({ id }) => of(id));
    const add = (name) => all.reduce((total, each) => total + each[name], 0);
    const count = (is) => all.filter((each) => each.is === is).length;
    return {
      done: count("done"),
      tried: count("tried"),
      points: add("points"),
      possible: add("possible"),
      count: all.length,
    };
  }

  const names = () => store.names().filter((name) => name.startsWith("answers/") || name === NOTED || name === DECK);

  function isBegun() {
    return names().some((name) => Object.keys(store.get(name, {})).length > 0);
  }

  /* ── What is noted besides ── */
  function note(id, change) {
    const journal = store.get(NOTED, {});
    const entry = isPlain(journal[id]) ? journal[id] : {};
    const changed = { ...entry, ...change(entry) };
    if (JSON.stringify(changed) !== JSON.stringify(entry)) store.set(NOTED, { ...journal, [id]: changed });
  }

  document.addEventListener("course:answered", ({ detail: { id, isCheck } }) => {
    const day = today();
    if (isCheck) {
      const before = (entry) => Number.isSafeInteger(entry.checks) ? entry.checks : 0;
      note(id, (entry) => ({ checks: before(entry) + 1, first: entry.first ?? day, last: day }));
    }
    if (of(id).is === "done") note(id, (entry) => ({ done: entry.done ?? day }));
    show();
  });
  document.addEventListener("toggle", ({ target }) => {
    const id = target.closest(".exercise")?.id;
    if (!id || !target.matches(".solution[open]")) return;
    note(id, (entry) => entry.opened ? {} : { opened: today(), ...(of(id).is === "done" ? {} : { early: true }) });
  }, true);

  /* ── What is shown ── */
  const findAll = (selector) => [...document.querySelectorAll(selector)];
  const linksTo = (page, selector) => findAll(selector).filter((link) => link.pathname.endsWith(`/${page}.html`));
  const word = ({ is, state }) => is === "done" && state === "judged" ? "judged by you" : WORDS[is];

  function make(className, ...children) {
    const element = document.createElement("span");
    element.className = className;
    element.append(...children);
    return element;
  }

  /** Put something at an element's end in the place of what was put there before. */
  function put(place, ...parts) {
    for (const old of place.querySelectorAll(":scope > :is(.sign, .how-far, .visually-hidden)")) old.remove();
    place.append(...parts);
  }

  function sign(link, found) {
    link.dataset.state = found.state;
    put(link, ...(found.is === "new" ? [] : [make("sign"), make("visually-hidden", ` ${word(found)}`)]));
  }

  function showLevel({ page, exercises }) {
    const { done, tried, points, possible, count } = sum(exercises);
    const isBegun = done + tried > 0;
    for (const link of linksTo(page, ".bd-links a")) {
      put(link, ...(isBegun ? [make("how-far", `${done} of ${count}`, make("visually-hidden", " done"))] : []));
    }
    for (const link of linksTo(page, ".path h3 a")) {
      const told = make("how-far", `${done} of ${count} done`);
      told.append(make("worth", `, ${inPoints(points)} of ${possible} points`));
      put(link.closest("li").querySelector(".tally"), ...(isBegun ? [told] : []));
    }
  }

  /** Below the levels in the side bar: how far it is all in all, and the way to where it is kept. */
  function showAll() {
    const { done, tried, count } = sum(EXERCISES);
    const last = book.levels.flatMap(({ page }) => linksTo(page, ".bd-links a")).at(-1)?.closest("li");
    const welcome = document.querySelector(".bd-links a");
    document.querySelector(".bd-links .all-in-all")?.remove();
    if (!last || done + tried === 0) return;
    const link = Object.assign(document.createElement("a"), { className: "reference internal" });
    link.href = `${welcome.getAttribute("href").replace(/#.*/, "")}#your-progress`;
    put(link, "Your progress", make("how-far", `${done} of ${count}`, make("visually-hidden", " done")));
    const item = document.createElement("li");
    item.className = "toctree-l1 all-in-all";
    item.append(link);
    last.after(item);
  }

  let shown = "";
  function show() {
    const found = EXERCISES.map(({ id }) => of(id));
    if (shown !== (shown = JSON.stringify(found))) { // it is called with every letter that is typed
      EXERCISES.forEach(({ id }, at) => {
        for (const link of findAll(`.page-toc a[href="#${id}"], .path [data-step="${id}"]`)) sign(link, found[at]);
      });
      for (const level of book.levels) showLevel(level);
      showAll();
    }
    document.dispatchEvent(new CustomEvent("course:progress"));
  }

  for (const name of [NOTED, DECK, ...EXERCISES.map(({ id }) => `answers/${id}`)]) store.watch(name, show);
  addEventListener("pageshow", ({ persisted }) => persisted && show()); // it was left, and is come back to
  globalThis.course.progress = Object.freeze({ of, best, sum, rank, word, isBegun, names, today, inPoints, show });
  show();
})();
