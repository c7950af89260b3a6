/* The answer boxes of a class book: what is typed is kept on the reader's own machine, and downloaded to be handed in.
   Needs storage.js, and `course.assigned`, which is put before this. Nothing here can judge an answer.

   Kept under `class/RELEASE/ID`, for each exercise: what stands in its boxes, by field; under `class/RELEASE`: the
   student. Whenever a box changes the document hears of it: "course:typed". */
"use strict";
(() => {
  const { store, assigned } = globalThis.course;
  const home = `class/${assigned.release}`;
  const find = (selector, root = document) => root.querySelector(selector);
  const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
  const isGrid = (text) => /^[01]{2,8}(\/[01]{2,8}){1,7}$/.test(text);

  /** What was kept of an exercise; it may be from anyone's hands. */
  function givenOf({ id, fields }) {
    const kept = store.get(`${home}/${id}`, {});
    const pairs = fields.map(({ name }) => [name, kept[name]]);
    return Object.fromEntries(pairs.filter(([, text]) => typeof text === "string" && text.trim()));
  }

  /* ── An exercise ── */
  class Exercise {
    constructor(form) {
      this.form = form;
      this.section = form.closest(".exercise");
      this.known = assigned.exercises.find(({ id }) => id === this.section.id);
      this.fields = findAll("[data-field]", form).map((place) => ({
        place,
        name: place.dataset.field,
        kind: place.dataset.kind,
        boxes: findAll("[name]", place),
      }));
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("input", () => this.keep());
      store.watch(`${home}/${this.known.id}`, () => this.restore());
      for (const field of this.fields.filter(({ kind }) => kind === "mask")) this.listenToFigure(field);
      this.restore();
    }

    keep() {
      const given = {};
      for (const { name, boxes } of this.fields) {
        const box = boxes[0].type === "radio" ? boxes.find((each) => each.checked) : boxes[0];
        if (box?.value) given[name] = box.value;
      }
      store.set(`${home}/${this.known.id}`, given);
      this.show();
      document.dispatchEvent(new CustomEvent("course:typed", { detail: { id: this.known.id } }));
    }

    restore() {
      const given = givenOf(this.known);
      for (const { name, kind, place, boxes } of this.fields) {
        const text = given[name] ?? "";
        if (boxes[0].type === "radio") { for (const box of boxes) box.checked = box.value === text; }
        else if (boxes[0].value !== text) boxes[0].value = text;
        if (kind === "mask") {
          this.showGrid(place, text);
          this.showInFigure(text);
        }
      }
      this.show();
    }

    /** How many boxes are filled in, in words and as the sign of the card and of its square. */
    show() {
      const count = Object.keys(givenOf(this.known)).length;
      const state = count === 0 ? "new" : count < this.known.fields.length ? "begun" : "judged";
      const word = { new: "Not started", begun: "Begun", judged: "Filled in" }[state];
      const place = find(".state", this.section);
      place.dataset.state = state;
      place.lastElementChild.textContent = word;
      const step = find(`[data-step="${this.known.id}"]`);
      if (!step) return;
      step.dataset.state = state;
      const sign = Object.assign(document.createElement("span"), { className: "sign" });
      const said = Object.assign(document.createElement("span"), { className: "visually-hidden" });
      said.textContent = ` ${word.toLowerCase()}`;
      step.replaceChildren(step.firstChild.textContent, sign, said);
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

    showGrid(place, text) {
      const built = find(".built", place);
      if (!isGrid(text.trim())) return built.replaceChildren();
      const body = document.createElement("tbody");
      for (const row of text.trim().split("/")) {
        const line = body.insertRow();
        for (const cell of row) line.insertCell().textContent = cell === "1" ? "✓" : "·";
      }
      const table = document.createElement("table");
      table.append(body);
      built.replaceChildren(table);
    }

    showInFigure(text) {
      const figure = find("[data-widget='mask_builder']", this.section);
      if (!isGrid(text.trim())) return;
      figure?.put?.({ can_attend: text.trim().split("/").map((row) => [...row].map((cell) => cell === "1")) });
    }
  }

  /* ── Handing in ── */
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

  /** Everything that was typed, as rows that the grader reads. */
  function answersOf(student) {
    const rows = assigned.exercises.flatMap((exercise) =>
      Object.entries(givenOf(exercise)).map(([name, text]) => [student, exercise.number, name, text])
    );
    return [["student", "exercise", "field", "answer"], ...rows].map((row) => `${row.map(quoted).join(",")}\n`).join(
      "",
    );
  }

  function listenToPanel(panel) {
    const student = find("[name=student]", panel);
    const said = find(".said", panel);
    const dialog = find("dialog", panel);
    const say = (text) => said.textContent = text;
    const total = assigned.exercises.reduce((sum, { fields }) => sum + fields.length, 0);

    function show() {
      const counts = assigned.exercises.map((exercise) => Object.keys(givenOf(exercise)).length);
      const filled = counts.reduce((sum, count) => sum + count, 0);
      const open = assigned.exercises.filter(({ fields }, at) => counts[at] < fields.length).map(({ number }) =>
        number
      );
      const left = open.length ? ` Something is open in ${open.join(", ")}.` : "";
      find("[data-sum]", panel).textContent = filled
        ? `${filled} of ${total} boxes ${filled === 1 ? "is" : "are"} filled in.${left}`
        : "Nothing is filled in yet.";
    }

    student.value = store.get(home, "");
    student.addEventListener("input", () => store.set(home, student.value));
    find("[data-download]", panel).addEventListener("click", () => {
      const name = student.value.trim();
      if (!name) {
        say("Say who you are first: the file would be nobody’s.");
        return student.focus();
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([answersOf(name)], { type: "text/csv" }));
      link.download = `${`${assigned.title} ${name}`.replace(/[^\p{L}\p{N}@.]+/gu, "-").toLowerCase()}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      say(`${link.download} is in your downloads. Hand it in where your instructor says.`);
    });
    find("[data-forget]", panel).addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "forget") return;
      for (const { id } of assigned.exercises) store.remove(`${home}/${id}`);
      store.remove(home);
      student.value = "";
      show();
      say("All is forgotten.");
    });
    document.addEventListener("course:typed", show);
    addEventListener("pageshow", show);
    for (const { id } of assigned.exercises) store.watch(`${home}/${id}`, show);
    show();
  }

  for (const form of findAll("form.answer")) new Exercise(form);
  const panel = find("#hand-in");
  if (panel) listenToPanel(panel);
  document.documentElement.dataset.answers = "restored";
})();
