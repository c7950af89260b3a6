/* WordPieceSplitter: a word, the pieces of a small vocabulary, every step between; and 15 % of words and of tokens. */

const MOST_PIECES = 300, LONGEST_PIECE = 40, LONGEST_INPUT = 200, LONGEST_SENTENCE = 1000;
const LONG = 24, MOST_STEPS = 12; // of a long word only some candidates are drawn, and only the first steps; the rest is counted

/** Each step of the greedy split: where it starts, what was tried from the longest on, what fitted (or null). */
function explainSplit(word, vocabulary, longestWord = 100) {
  const letters = [...word], known = new Set(vocabulary), steps = [];
  if (letters.length > longestWord) return steps;
  for (let start = 0; start < letters.length;) {
    const tried = [];
    let end = letters.length + 1, piece = null;
    while (piece === null && end - 1 > start) {
      end -= 1;
      tried.push((start ? "##" : "") + letters.slice(start, end).join(""));
      if (known.has(tried.at(-1))) piece = tried.at(-1);
    }
    steps.push({ start, tried, piece });
    if (piece === null) break;
    start = end;
  }
  return steps;
}

/** The pieces of a word, or [UNK] for the whole of it. */
function splitWord(word, vocabulary, longestWord = 100) {
  const pieces = explainSplit(word, vocabulary, longestWord).map(({ piece }) => piece);
  return pieces.length && !pieces.includes(null) ? pieces : ["[UNK]"];
}

/** The words of a text in lower case, each punctuation mark as a word of its own. Every ASCII sign is one. */
function partedWords(text) {
  return text.toLowerCase().replace(/[!-/:-@[-`{-~]|\p{P}/gu, " $& ").split(/\s+/).filter(Boolean);
}

/** The pieces of a text. */
function splitSentence(text, vocabulary, longestWord = 100) {
  return partedWords(text).flatMap((word) => splitWord(word, vocabulary, longestWord));
}

/** A text as people count it: what stands between spaces. */
const spacedWords = (text) => text.split(/\s+/).filter(Boolean);

/** What is wrong with a word, a vocabulary or a sentence, in words; empty if nothing is. */
const TROUBLES = {
  word: (text) => {
    const words = partedWords(text);
    if (!words.length) return "Type a word.";
    if (words.length > 1) {
      return "One word at a time, without spaces. A punctuation mark is a word of its own for BERT.";
    }
    return [...words[0]].length > LONGEST_INPUT ? `A word has at most ${LONGEST_INPUT} characters here.` : "";
  },
  vocabulary: (pieces) => {
    if (!pieces.length) return "A vocabulary needs at least one entry.";
    if (pieces.length > MOST_PIECES) {
      return `A vocabulary has at most ${MOST_PIECES} entries here, this one has ${pieces.length}.`;
    }
    if (pieces.includes("##")) return "Letters are missing after ##.";
    const isLong = pieces.some((piece) => [...piece].length > LONGEST_PIECE);
    return isLong ? `An entry has at most ${LONGEST_PIECE} characters. They are separated by spaces.` : "";
  },
  sentence: (text) => {
    if (!text.trim()) return "Type a sentence.";
    return [...text].length > LONGEST_SENTENCE ? `A sentence has at most ${LONGEST_SENTENCE} characters here.` : "";
  },
};

function render({ model, el }) {
  const names = ["word", "vocabulary", "sentence", "longest_word"];
  const state = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
  const start = state();
  const voice = speaker(), counter = speaker(), trouble = troubleLine(), numbers = steps("Show the table");
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const take = (name, value, given = value) => {
    const wrong = TROUBLES[name](value);
    return wrong ? trouble.tell(wrong) : change({ [name]: given });
  };

  const plain = { dir: "auto", spellcheck: "false", autocapitalize: "none", autocomplete: "off" };
  const word = h("input", {
    type: "text",
    ...plain,
    oninput: () => take("word", word.value, partedWords(word.value)[0]),
  });
  const entries = () => [...new Set(spacedWords(pieces.value))];
  const pieces = h("textarea", { rows: 4, ...plain, oninput: () => take("vocabulary", entries()) });
  const sentence = h("textarea", {
    rows: 2,
    ...plain,
    class: "prose",
    oninput: () => take("sentence", sentence.value),
  });
  /** Write into a field unless it says the same already, perhaps in other letters: then somebody is typing there. */
  const show = (field, text, read) => {
    if (read(field.value) !== read(text)) field.value = text;
  };

  const found = h("ol", { class: "pieces" }), tries = h("ol", { class: "tries" });
  const split = h("ul", { class: "sentence" });
  const counts = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Counts" });
  const hidden = (text) => h("span", { class: "visually-hidden" }, text);
  const mono = (text, kind = "") => h("bdi", { class: `mono ${kind}`.trim() }, text);
  const chip = (piece) => h("bdi", { class: piece === "[UNK]" ? "chip unknown" : "chip", title: piece }, piece);

  /* ── the greedy steps ── */
  function candidate(text, fits, known) {
    if (fits) return h("li", { class: "fits" }, chip(text), " ✓", hidden(" is in the vocabulary"));
    const other = text.startsWith("##") ? text.slice(2) : `##${text}`;
    const hint = known.has(other) ? h("span", { class: "other" }, " (only ", mono(other), ")") : null;
    return h("li", {}, h("s", {}, mono(text)), hidden(" is not there"), hint);
  }

  function step({ start: at, tried, piece }, known, letters) {
    const left = letters.slice(at).join(""), cut = tried.length > LONG ? tried.length - 4 : 0;
    const items = tried.map((
      text,
      i,
    ) => (i && i <= cut ? null : candidate(text, piece !== null && i === tried.length - 1, known)));
    if (cut) items[1] = h("li", { class: "more" }, `… ${cut} more …`);
    return h(
      "li",
      {},
      h("p", {}, at ? "then from " : "from ", mono(left, "left")),
      h("ul", {}, items),
      piece === null ? h("p", {}, "Nothing fits, so the whole word is ", mono("[UNK]"), ".") : null,
    );
  }

  function drawWord(now, steps) {
    const letters = [...now.word],
      known = new Set(now.vocabulary),
      result = splitWord(now.word, now.vocabulary, now.longest_word);
    const unknown = result[0] === "[UNK]" && !(steps.length === 1 && steps[0].piece === "[UNK]");
    const above = (
      i,
    ) => (unknown ? shorten(now.word, LONG) : letters.slice(steps[i].start, steps[i + 1]?.start).join(""));
    found.replaceChildren(...result.map((piece, i) => h("li", {}, mono(above(i)), chip(piece))));
    tries.replaceChildren(
      ...steps.slice(0, MOST_STEPS).map((each) => step(each, known, letters)),
      ...(steps.length > MOST_STEPS
        ? [h("li", { class: "more" }, `… and ${steps.length - MOST_STEPS} more steps.`)]
        : []),
    );
    tellWord(now, steps, result, unknown, letters);
    fillTable();
    numbers.element.hidden = !steps.length;
  }

  function fillTable() {
    if (!numbers.element.open) return;
    const { word: text, vocabulary, longest_word: longest } = state(), letters = [...text];
    const lines = explainSplit(text, vocabulary, longest)
      .map((
        { start: at, tried, piece },
        i,
      ) => [String(i + 1), letters.slice(at).join(""), String(tried.length), piece ?? "none"]);
    numbers.fill(
      h("div", { class: "words" }, table("The steps of the split", ["step", "left", "tried", "piece"], lines)),
    );
  }
  numbers.element.addEventListener("toggle", fillTable);

  function tellWord({ word: text, longest_word: longest }, steps, result, unknown, letters) {
    const isolated = (words) => h("bdi", {}, words), quoted = (words) => isolated(`“${shorten(words, LONG)}”`);
    const becomes = (what, ...more) => voice.say(quoted(text), " becomes ", h("b", {}, what), ...more);
    if (!steps.length) {
      return becomes(
        "[UNK]",
        `: it has ${letters.length} characters, and a word of more than ${longest} is not tried at all.`,
      );
    }
    const count = result.length;
    if (!unknown) {
      return becomes(
        count === 1 ? "1 piece" : `${count} pieces`,
        ": ",
        isolated(result.slice(0, 12).join(" ")),
        count > 12 ? " …" : ".",
      );
    }
    const before = steps.slice(0, -1).map(({ piece }) => piece), rest = letters.slice(steps.at(-1).start).join("");
    if (!before.length) return becomes("[UNK]", " as a whole: no entry of the vocabulary begins it.");
    const after = isolated(before.slice(-12).join(" "));
    return becomes(
      "[UNK]",
      " as a whole: after ",
      after,
      ", nothing in the vocabulary fits what is left, ",
      quoted(rest),
      ".",
    );
  }

  /* ── 15 % of words, 15 % of tokens ── */
  function drawSentence({ sentence: text, vocabulary, longest_word: longest }) {
    const words = spacedWords(text),
      groups = words.map((each) => splitSentence(each, vocabulary, longest)),
      tokens = groups.flat();
    split.replaceChildren(
      ...groups.map((group) => h("li", { class: group.length > 1 ? "several" : null }, group.map(chip))),
    );
    const [byWords, byTokens] = [words.length, tokens.length].map((n) => countChosen(n));
    const line = (name, all, chosen) => [name, String(all.length), numeral(0.15 * all.length), String(chosen)];
    counts.replaceChildren(
      table("15 % of the words and of the tokens of the sentence", ["counted", "how many", "15 %", "chosen"], [
        line("words", words, byWords),
        line("tokens", tokens, byTokens),
      ]),
    );
    const unknown = tokens.filter((token) => token === "[UNK]").length;
    const both = words.length === tokens.length ? ": no word is split." : ": here rounding hides the difference.";
    const bold = (n) => h("b", {}, String(n));
    const said = byWords === byTokens
      ? ["Words and tokens both give ", bold(byWords), both]
      : ["Words would give ", bold(byWords), ", tokens give ", bold(byTokens), "."];
    const what = unknown === 1 ? " One token is [UNK]: a word" : ` ${unknown} tokens are [UNK]: words`;
    counter.say(
      ...said,
      " BERT chooses among tokens.",
      unknown ? `${what} that the vocabulary has no pieces for.` : "",
    );
  }

  function draw() {
    const now = state();
    drawWord(now, explainSplit(now.word, now.vocabulary, now.longest_word));
    drawSentence(now);
    show(word, now.word, (text) => partedWords(text).join(" "));
    show(pieces, now.vocabulary.join(" "), (text) => [...new Set(spacedWords(text))].join(" "));
    show(sentence, now.sentence, (text) => text);
    link.show(now);
  }

  const link = stateLink(model, "Link to this word");
  const root = widgetRoot(
    "wordpiece-splitter",
    h("p", { class: "question" }, model.get("question")),
    h(
      "div",
      { class: "tools" },
      h("label", {}, h("span", {}, "word"), word),
      starts(model.get("presets"), ({ title: _, ...values }) => change(values)),
    ),
    h("div", { class: "result" }, found, button("Start again", () => change(start), "quiet")),
    voice.element,
    trouble.element,
    tries,
    h(
      "p",
      { class: "note" },
      "With ## an entry continues a word, without it begins one: ",
      mono("ness"),
      " and ",
      mono("##ness"),
      " are two entries. A piece is what the longest match finds, not a morpheme.",
    ),
    h(
      "details",
      { class: "numbers" },
      h("summary", {}, "Change the vocabulary"),
      h("label", { class: "writing" }, h("span", {}, "entries in lower case, separated by spaces"), pieces),
      h(
        "p",
        { class: "note" },
        "BERT’s released list has about 30,000 entries. With so few, other words may split otherwise than there.",
      ),
    ),
    numbers.element,
    h(
      "div",
      { class: "part" },
      h("label", { class: "writing" }, h("span", {}, "a sentence"), sentence),
      split,
      counts,
      counter.element,
      h(
        "p",
        { class: "note" },
        "Words stand between spaces; a punctuation mark is a token of its own. Both counts go to the nearest whole number, a half up.",
      ),
    ),
    link.element,
  );
  el.append(root);
  const stop = follow(model, names, draw, trouble);
  return () => {
    stop();
    voice.stop();
    counter.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(start, wanted) {
  const { word, vocabulary, sentence, longest_word: longest } = { ...start, ...wanted };
  const sound = typeof word === "string" && !TROUBLES.word(word) && partedWords(word)[0] === word &&
    typeof sentence === "string" && !TROUBLES.sentence(sentence) &&
    Array.isArray(vocabulary) && vocabulary.every((piece) => typeof piece === "string" && piece && !/\s/.test(piece)) &&
    new Set(vocabulary).size === vocabulary.length && !TROUBLES.vocabulary(vocabulary) &&
    Number.isInteger(longest) && longest >= 1 && longest <= LONGEST_INPUT;
  return sound ? { ...start, word, vocabulary, sentence, longest_word: longest } : start;
}

export default { render, accept };
