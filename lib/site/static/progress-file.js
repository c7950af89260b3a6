/* Progress as a file: `course.progressFile`. Needs storage.js and progress.js.

   text()       the file's text: { kind: "progress", book, edition, version, saved, answers, journal, cards }, with what
                `course.store` has under these names; the version goes up with the form of any of them
   read(file)   a promise of what a chosen file holds, or of { wrong } with the reason why it can't be used
   take(found)  adds what is further along there than here, for each set of numbers and each card, and takes nothing
                away; returns a sentence on what it did */
"use strict";
(() => {
  const { store, book, progress } = globalThis.course;
  const VERSION = 1;
  const LARGEST = 2e6; // bytes; answers to all numbers, with long arguments, are a tenth of it
  const DAY = /^\d{4}-\d\d-\d\d$/;
  const ID = /^[a-z0-9-]{1,60}$/;
  const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const plain = (value) => isPlain(value) ? value : {};
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const several = (count, thing) => count === 1 ? `one ${thing}` : `${count} ${thing}s`;

  /* ── As a file ── */
  function text() {
    const answers = progress.names().filter((name) => name.startsWith("answers/"));
    const kept = {
      kind: "progress",
      book: book.title,
      edition: book.version,
      version: VERSION,
      saved: new Date().toISOString(),
      answers: Object.fromEntries(answers.map((name) => [name.slice("answers/".length), store.get(name, {})])),
      journal: store.get("journal", {}),
      cards: store.get("cards", {}),
    };
    return `${JSON.stringify(kept, null, 1)}\n`;
  }

  /* ── From a file ── */
  /** What a file holds, or in `wrong` the reason why it can't be used. */
  async function read(file) {
    if (file.size > LARGEST) {
      return { wrong: `It is too large for a file of progress (${Math.ceil(file.size / 1e6)} MB).` };
    }
    let found;
    try {
      found = JSON.parse(await file.text());
    } catch {
      return { wrong: "It can’t be read: it is no file of progress, or it is damaged." };
    }
    if (!isPlain(found) || found.kind !== "progress" || typeof found.book !== "string") {
      return { wrong: "It is no file of progress." };
    }
    if (found.book !== book.title) return { wrong: `It belongs to another book, “${found.book.slice(0, 60)}”.` };
    if (Number.isInteger(found.version) && found.version > VERSION) {
      return { wrong: "It was saved by a newer version of this book. Load this page anew, then try again." };
    }
    const isWhole = found.version === VERSION && [found.answers, found.journal, found.cards].every(isPlain);
    return isWhole ? found : { wrong: "It is damaged: a part of it is missing." };
  }

  /** Of two records of the same numbers the one that is further along; the first if neither is. */
  function furthest(one, other) {
    const points = (record) => Number.isFinite(record?.points) ? record.points : 0;
    const ahead = progress.rank(other) - progress.rank(one) || points(other) - points(one);
    const isBare = Object.keys(plain(one?.given)).length === 0 && progress.rank(one) === 0;
    return ahead > 0 || isBare ? other : one;
  }

  /** The answers to an exercise, joined by what is further along in others to the same exercise. */
  function joined(mine, theirs) {
    const by = { ...plain(mine.by) };
    for (const [set, record] of Object.entries(plain(theirs.by))) {
      if (/^\d{1,6}$/.test(set) && isPlain(record)) by[set] = furthest(by[set], record);
    }
    if (same(by, plain(mine.by))) return mine;
    const variant = isPlain(mine.by) ? mine.variant : theirs.variant;
    const both = { ...theirs, ...mine, variant, by };
    const { state, points } = progress.best(both);
    return { ...both, state, points };
  }

  const earlier = (one, other) => [one, other].filter((day) => DAY.test(day)).sort().at(0);
  const later = (one, other) => [one, other].filter((day) => DAY.test(day)).sort().at(-1);

  function joinedNotes(mine, theirs) {
    const checks = Math.max(0, ...[mine.checks, theirs.checks].filter(Number.isSafeInteger));
    const both = { checks, last: later(mine.last, theirs.last), early: mine.early === true || theirs.early === true };
    for (const name of ["first", "done", "opened"]) both[name] = earlier(mine[name], theirs[name]);
    const known = Object.entries(both).filter(([, value]) => value);
    return known.length > 0 ? { ...mine, ...Object.fromEntries(known) } : undefined;
  }

  function joinedCard(mine, theirs) {
    const isCard = (card) => Number.isInteger(card?.box) && card.box >= 1 && card.box <= 5 && DAY.test(card.due);
    if (!isCard(theirs)) return mine;
    if (!isCard(mine)) return { box: theirs.box, due: theirs.due };
    const ahead = theirs.box - mine.box || (theirs.due > mine.due ? 1 : 0);
    return ahead > 0 ? { box: theirs.box, due: theirs.due } : mine;
  }

  /** Join the entries of two objects one by one; how many of them changed. */
  function joinAll(name, theirs, join) {
    const mine = store.get(name, {});
    const all = { ...mine };
    for (const id of Object.keys(theirs).filter((each) => ID.test(each))) {
      const entry = join(Object.hasOwn(mine, id) ? mine[id] : undefined, theirs[id]);
      if (entry !== undefined) all[id] = entry;
    }
    const changed = Object.keys(all).filter((id) => !same(all[id], mine[id])).length;
    return { changed, isKept: changed === 0 || store.set(name, all) };
  }

  function take(found) {
    let exercises = 0;
    let isKept = true;
    for (const [id, theirs] of Object.entries(found.answers)) {
      if (!ID.test(id)) continue;
      const mine = store.get(`answers/${id}`, {});
      const both = joined(mine, plain(theirs));
      if (same(both, mine)) continue;
      exercises += 1;
      isKept = store.set(`answers/${id}`, both) && isKept;
    }
    const notes = joinAll("journal", found.journal, (mine, theirs) => joinedNotes(plain(mine), plain(theirs)));
    const cards = joinAll("cards", found.cards, joinedCard);
    progress.show();
    const taken = [
      exercises && several(exercises, "exercise"),
      cards.changed && several(cards.changed, "self-check card"),
    ].filter(Boolean);
    const told = taken.length > 0
      ? `Taken over: ${taken.join(" and ")}.`
      : "Nothing in this file is further along than what is here.";
    return isKept && notes.isKept && cards.isKept ? told : `${told} This browser could not keep all of it.`;
  }

  globalThis.course.progressFile = Object.freeze({ text, read, take });
})();
