/* The panel "Your progress" of the landing page: what it comes to, saved, loaded, reported, forgotten.
   Needs storage.js, progress.js and progress-file.js. */
"use strict";
(() => {
  const { store, book, progress, progressFile } = globalThis.course;
  const panel = document.getElementById("your-progress");
  if (!panel || !progressFile) return;

  const { inPoints, today } = progress;
  const EXERCISES = book.levels.flatMap(({ exercises }) => exercises);
  const find = (selector, root = panel) => root.querySelector(selector);
  const [forReport, forReset] = panel.querySelectorAll("dialog");
  const chosen = find("[type=file]");

  /** Said after a change, so that the same sentence is read out again. */
  function say(text) {
    find(".said").textContent = "";
    setTimeout(() => find(".said").textContent = text, 0);
  }

  function download(name, type, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `bert-exercises-${name}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers ask first where to put it
    say("Saved where this browser puts its downloads.");
  }

  /* ── What it comes to ── */
  /** How many cards were had when they were last asked. */
  function cardsKnown() {
    const kept = store.get("cards", {});
    return book.cards.filter((id) => Object.hasOwn(kept, id) && kept[id]?.box > 1).length;
  }

  function inWords() {
    const { done, tried, points, possible, count } = progress.sum(EXERCISES);
    const more = tried > 0 ? `, ${tried} more tried` : "";
    const cards = cardsKnown() > 0 ? ` Self-check: ${cardsKnown()} of ${book.cards.length} cards known.` : "";
    return `${done} of ${count} exercises done${more}; ${inPoints(points)} of ${possible} points.${cards}`;
  }

  function show() {
    const isBegun = progress.isBegun();
    find(".sum").textContent = isBegun ? inWords() : "Nothing is answered yet.";
    for (const button of panel.querySelectorAll("[data-save], [data-report], [data-reset]")) button.hidden = !isBegun;
  }

  /* ── The report ── */
  const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  const isDay = (day) => /^\d{4}-\d\d-\d\d$/.test(day);

  function numbersOf({ sets }) {
    return sets.map((set) => set === 0 ? "the book’s" : `set ${set}`).join(", ");
  }

  function row({ id, number, title }, noted) {
    const found = progress.of(id);
    const { checks, first, done, opened, early } = noted[id] ?? {};
    const solution = isDay(opened) ? `${opened}${early === true ? ", before it was done" : ""}` : "not opened";
    const cells = [
      progress.word(found).replace("you", "the learner"),
      `${inPoints(found.points)} of ${found.possible}`,
      Number.isSafeInteger(checks) ? checks : 0,
      numbersOf(found),
      isDay(first) ? first : "",
      isDay(done) ? done : "",
      solution,
    ];
    const heading = `<th scope="row">${escaped(number)} ${escaped(title)}</th>`;
    return `<tr>${heading}${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;
  }

  function level({ number, title, exercises }, noted) {
    const { done, count, points, possible } = progress.sum(exercises);
    const told = `Level ${number}, ${title}: ${done} of ${count} done, ${inPoints(points)} of ${possible} points`;
    const rows = exercises.map((each) => row(each, noted)).join("\n");
    return `<tbody><tr><th colspan="8" scope="rowgroup">${escaped(told)}</th></tr>\n${rows}</tbody>`;
  }

  const COLUMNS = ["Exercise", "State", "Points", "Checks", "Numbers", "First check", "Done", "Solution opened"];
  const STYLE = `body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;\
border-bottom:1px solid #999;font-variant-numeric:tabular-nums}[scope=rowgroup]{padding-top:1.2rem}
th[scope=row]{font-weight:400}div{overflow-x:auto}@media print{body{font-size:11px;margin:0}tr{break-inside:avoid}}`;

  /** The report: a page of its own that needs nothing else, for the screen, for paper, for an upload. */
  function report(name) {
    const noted = store.get("journal", {});
    const title = `${book.title}: report on progress`;
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${name ? `Name: ${escaped(name)}<br>` : ""}Date: ${today()}<br>Edition of the book: ${escaped(book.version)}</p>
<p><strong>This report is self-reported.</strong> The learner’s own browser wrote it, from what it had kept. The book
shows its solutions to everyone, arguments are marked by the learner, and a file can be edited. It tells what was
practiced; it is no basis for a grade.</p>
<p>${escaped(inWords())}</p>
<div tabindex="0"><table><thead><tr>${COLUMNS.map((each) => `<th scope="col">${each}</th>`).join("")}</tr></thead>
${book.levels.map((each) => level(each, noted)).join("\n")}
</table></div>
<p>Done means that every field was right (<em>right</em>), or that the learner marked an argument against the book’s
points (<em>judged by the learner</em>). Points are the best over all sets of numbers. Checks and days count from when the
book began to note them on this machine.</p>
</body></html>
`;
  }

  /* ── Loading and forgetting ── */
  async function load() {
    const [file] = chosen.files;
    if (!file) return;
    const found = await progressFile.read(file);
    chosen.value = ""; // so that the same file can be chosen again
    say(found.wrong ? `“${file.name.slice(0, 60)}” was not taken over. ${found.wrong}` : progressFile.take(found));
  }

  function forget() {
    // Also what is set aside as unreadable, which no list of names has.
    const names = new Set([...progress.names(), "journal", "cards", ...EXERCISES.map(({ id }) => `answers/${id}`)]);
    const isGone = [...names].map((name) => store.remove(name)).every(Boolean);
    progress.show();
    find("[data-load]").focus(); // the button that was pressed is no longer there
    say(isGone ? "All is forgotten." : "This browser did not let go of all of it.");
  }

  /** Ask in a dialog; act on a button that has a value. */
  function ask(dialog, act) {
    dialog.addEventListener("close", () => {
      const answer = dialog.returnValue;
      dialog.returnValue = "";
      if (answer) act();
    });
    return () => dialog.showModal();
  }

  const name = find("[name=name]");
  find("[data-save]").addEventListener("click", () => {
    download(`progress-${today()}.json`, "application/json", progressFile.text());
  });
  find("[data-load]").addEventListener("click", () => chosen.click());
  chosen.addEventListener("change", load);
  find("[data-report]").addEventListener(
    "click",
    ask(forReport, () => download(`report-${today()}.html`, "text/html", report(name.value.trim()))),
  );
  find("[data-reset]").addEventListener("click", ask(forReset, forget));
  document.addEventListener("course:progress", show);
  store.canKeep();
  show();
})();
