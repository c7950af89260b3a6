/* The self-check: one card at a time, in boxes that bring back what was not known (Leitner's spaced repetition).
   The page holds all cards and the controls already; without this script it is a list of closed answers. */
"use strict";
(() => {
  const deck = document.querySelector(".deck");
  const store = globalThis.course?.store;
  if (!deck || !store) return;

  const find = (selector, root = deck) => root.querySelector(selector);
  const WAIT = [0, 0, 1, 3, 7, 16]; // after how many days a card of box 1 to 5 comes back
  const TOP = WAIT.length - 1;
  const KEY = "cards"; // { id: { box, due } }; unknown ids are kept, another version of the book may know them
  store.define(KEY, { version: 1 });

  /* ── Days, as 2025-12-01 in the reader's own time ── */
  const iso = (year, month, day) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  function today() {
    const now = new Date();
    return iso(now.getFullYear(), now.getMonth(), now.getDate());
  }
  function later(day, days) {
    const [year, month, date] = day.split("-").map(Number);
    return iso(year, month - 1, date + days);
  }
  function inWords(day, now) {
    const days = Math.round((Date.parse(day) - Date.parse(now)) / 864e5);
    return days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  }

  /* ── Boxes ── */
  function isState(found) {
    return Number.isInteger(found?.box) && found.box >= 1 && found.box <= TOP &&
      /^\d{4}-\d\d-\d\d$/.test(found.due) && !Number.isNaN(Date.parse(found.due));
  }

  /** The box and day of a card, or null if it was never asked, or what was kept makes no sense. */
  function stateOf(card) {
    const kept = store.get(KEY, {});
    return Object.hasOwn(kept, card.id) && isState(kept[card.id]) ? kept[card.id] : null;
  }

  /** Whether a card is to be asked; so is one that waits longer than its box does: the clock was wrong once. */
  function isDue(state, now) {
    return state === null || state.due <= now || state.due > later(now, WAIT[state.box]);
  }

  /** Where a card goes: up a box if it was due and known, to the first if not known. */
  function moved(state, wasKnown, now) {
    if (!wasKnown) return { box: 1, due: now };
    if (!isDue(state, now)) return state; // asked ahead of time
    const box = Math.min((state?.box ?? 1) + 1, TOP);
    return { box, due: later(now, WAIT[box]) };
  }

  function keep(card, state) {
    const { [card.id]: _, ...others } = store.get(KEY, {});
    store.set(KEY, state === null ? others : { ...others, [card.id]: state });
  }

  /* ── The cards of the page ── */
  const squares = [...deck.querySelectorAll(".squares i")];
  const cards = [...deck.querySelectorAll(":scope > .flash")].map((panel, at) => ({
    id: panel.id.replace(/^card-/, ""),
    level: find("[data-level]", panel).dataset.level,
    panel,
    fold: find("details", panel),
    summary: find("summary", panel),
    slot: find(".slot", panel),
    answer: find("details > div", panel),
    square: squares[at],
  }));
  const own = find(".own");
  const [had, notYet] = own.querySelectorAll("button");
  const done = find(".done");
  const choice = find(".deck-bar select");
  const said = find(".said");
  const undo = find(".undo");
  const dialog = find("dialog");

  let queue = []; // the cards still to be asked in this sitting, the current one first
  let dealtOn = "";
  let last = null; // what the last answer changed
  const inLevel = () => cards.filter((card) => choice.value === "" || card.level === choice.value);

  /** A number that mixes the cards, each day anew and the whole day alike. */
  function lot(text) {
    let hash = 2166136261;
    for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  function deal({ all = false, first = null } = {}) {
    dealtOn = today();
    last = null;
    const lots = new Map(cards.map((card) => [card, lot(`${dealtOn} ${card.id}`)]));
    const asked = inLevel().filter((card) => all || isDue(stateOf(card), dealtOn));
    queue = asked.sort((a, b) => lots.get(a) - lots.get(b)).filter((card) => card !== first);
    if (first) queue.unshift(first);
    show();
  }

  /* ── What is shown ── */
  function show() {
    const [current] = queue;
    for (const card of cards) {
      card.panel.classList.toggle("current", card === current);
      card.panel.classList.remove("revealed");
      card.fold.open = false;
      find(".filled", card.panel)?.remove();
    }
    done.hidden = Boolean(current);
    own.hidden = true;
    undo.hidden = last === null;
    count(current);
    if (!current) conclude();
  }

  function count(current) {
    const now = today();
    const mine = inLevel();
    const tally = { right: 0, notyet: 0, new: 0 };
    const boxes = WAIT.map(() => 0);
    for (const card of cards) {
      const state = stateOf(card);
      const sign = state?.box === 1 ? "notyet" : isDue(state, now) ? "new" : "right";
      card.square.dataset.state = sign;
      card.square.toggleAttribute("data-current", card === current);
      if (!mine.includes(card)) continue;
      tally[sign] += 1;
      boxes[state?.box ?? 0] += 1;
    }
    for (const [sign, number] of Object.entries(tally)) find(`.tally [data-state="${sign}"] b`).textContent = number;
    for (const group of deck.querySelectorAll(".squares > span")) {
      group.hidden = choice.value !== "" && group.dataset.level !== choice.value;
    }
    deck.querySelectorAll(".boxes tbody tr").forEach((row, box) => row.lastElementChild.textContent = boxes[box]);
    find(".due b").textContent = tally.notyet + tally.new;
  }

  function conclude() {
    const now = today();
    const states = inLevel().map(stateOf);
    const waiting = states.filter((state) => !isDue(state, now)).map((state) => state.due).sort();
    const next = waiting.filter((day) => day === waiting[0]).length;
    const elsewhere = cards.filter((card) => isDue(stateOf(card), now)).length;
    const [first, second] = done.querySelectorAll("p");
    first.textContent = choice.value === "" ? "No card is due today." : "No card of this level is due today.";
    second.textContent = next === 0
      ? ""
      : `${next === 1 ? "One comes" : `${next} come`} back ${inWords(waiting[0], now)}.`;
    if (elsewhere > 0) second.textContent += ` Other levels have ${elsewhere} due.`;
  }

  /** Where the keyboard goes on: the current card's button, or the one of the end. */
  function goOn() {
    (queue.length > 0 ? queue[0].summary : find("button", done)).focus();
  }

  /* ── What is done ── */
  function reveal(card) {
    card.panel.classList.add("revealed");
    if (card.slot) {
      const filled = document.createElement("span");
      filled.className = "filled";
      filled.append(...[...find("strong", card.answer).childNodes].map((node) => node.cloneNode(true)));
      card.slot.after(filled);
    }
    card.fold.append(own);
    own.hidden = false;
    for (const button of [had, notYet]) button.setAttribute("aria-describedby", card.answer.id);
    if (document.activeElement === card.summary || document.activeElement === document.body) had.focus();
  }

  function answer(wasKnown) {
    const card = queue.shift();
    const before = stateOf(card);
    const after = moved(before, wasKnown, today());
    keep(card, after);
    if (!wasKnown) queue.push(card);
    last = { card, before };
    said.textContent = wasKnown
      ? `You had it. It comes back ${inWords(after.due, today())}.`
      : "Not yet. It comes back in this sitting.";
    show();
    goOn();
  }

  function takeBack() {
    const { card, before } = last;
    keep(card, before);
    queue = [card, ...queue.filter((each) => each !== card)];
    last = null;
    said.textContent = "Taken back.";
    show();
    goOn();
  }

  function startOver() {
    const kept = { ...store.get(KEY, {}) };
    for (const card of cards) delete kept[card.id];
    store.set(KEY, kept);
    deal();
    said.textContent = "All cards are back at the start.";
    goOn();
  }

  for (const card of cards) {
    const prompt = find(".prompt", card.panel);
    prompt.id = `${card.panel.id}-question`;
    card.answer.id = `${card.panel.id}-answer`;
    card.summary.textContent = "Show the answer";
    card.summary.setAttribute("aria-describedby", prompt.id);
    card.fold.addEventListener("toggle", () => card.fold.open && reveal(card));
  }
  had.addEventListener("click", () => answer(true));
  notYet.addEventListener("click", () => answer(false));
  undo.addEventListener("click", takeBack);
  choice.addEventListener("change", () => {
    deal();
    said.textContent = "";
  });
  find("button", done).addEventListener("click", () => {
    deal({ all: true });
    said.textContent = "A card that isn’t due keeps its box if you have it.";
    goOn();
  });
  find(".restart").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "restart") startOver();
    dialog.returnValue = "";
  });
  // A key that is held down would run through the cards.
  deck.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());

  /* ── What happens elsewhere: another tab, another day, a link to a card ── */
  const linked = () => cards.find((card) => `#${card.panel.id}` === location.hash) ?? null;
  addEventListener("hashchange", () => linked() && deal({ first: linked() }));
  store.watch(KEY, () => count(queue[0]));
  document.addEventListener("visibilitychange", () => !document.hidden && dealtOn !== today() && deal());

  store.canKeep();
  deal({ first: linked() });
  deck.dataset.ready = "";
  // The first card may do without formulas; the next ones should not have to wait for their font.
  document.fonts?.load("1em 'Course Math'").catch(() => {});
})();
