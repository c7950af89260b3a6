// deno-lint-ignore-file no-unused-vars -- mask_builder.js goes on where this file ends, and uses them
/* What a grid of MaskBuilder is: the same as in lib, word for word. A test holds the two against each other. */

const PAD = "[PAD]", HIDDEN = "[MASK]";

const GOALS = {
  bidirectional: "bidirectional attention",
  causal: "causal attention",
  padding: "attention with padding left out",
  "T5 encoder": "the attention of T5’s encoder",
  "T5 decoder": "the attention of T5’s decoder",
  "T5 cross": "T5’s cross-attention",
};
const BACK_AND_ITSELF = "every token can attend to itself and to what came before";
const PLAIN = { // without and with padding left out
  full: [["bidirectional", "Bidirectional", "every token can attend to every token."], [
    "padding",
    "Padding left out",
    "every token can attend to all but [PAD]. The rows of [PAD] keep their ✓; what comes out of them is not used.",
  ]],
  lower: [["causal", "Causal", `${BACK_AND_ITSELF}.`], [
    "causal with padding",
    "Causal with padding left out",
    `${BACK_AND_ITSELF}, but not to [PAD].`,
  ]],
  cross: [["cross-attention", "Cross-attention", "every target token can attend to every source token, as in T5."], [
    "cross-attention with padding",
    "Cross-attention with padding left out",
    "every target token can attend to every source token but [PAD].",
  ]],
};
const MISTAKES = {
  triangle: [
    "a triangle in cross-attention",
    "with a triangle",
    "The source has been read to its end, so each target token can attend to all of it.",
  ],
  transposed: [
    "causal but transposed",
    "transposed",
    "Each token looks at what comes after it. A row is the token that looks, a column the token looked at.",
  ],
  diagonal: [
    "diagonal blocked",
    "with the diagonal blocked",
    "A token can attend to itself, in bidirectional and in causal attention alike.",
  ],
  rows: [
    "padding rows instead of columns",
    "with the rows of [PAD] blocked instead of its columns",
    "Padding takes away columns: no token should look at [PAD]. What [PAD] looks at is not used.",
  ],
  both: [
    "padding rows as well as columns",
    "with the rows of [PAD] blocked as well as its columns",
    "Padding takes away columns only. A row of [PAD] keeps its ✓; what comes out of it is not used.",
  ],
};
const LINES = { columns: "column", rows: "row", both: "row and the column" };

/** The mistakes in what a grid is put together from. */
function mistakesOf({ shape, diagonal, padding, mask }, isCross) {
  const hidden = [
    "[MASK] taken for the attention mask",
    `with the ${LINES[mask]} of [MASK] blocked`,
    "[MASK] is a token of the input, not this grid. It attends and can be attended to like any other.",
  ];
  return [
    isCross && shape !== "full" && MISTAKES.triangle,
    !isCross && shape === "upper" && MISTAKES.transposed,
    diagonal && MISTAKES.diagonal,
    MISTAKES[padding],
    mask && hidden,
  ].filter(Boolean);
}

const CANDIDATES = [false, true].map((isCross) => {
  const lines = ["", "columns", "rows", "both"], every = [];
  for (const shape of ["full", "lower", "upper"]) {
    for (const diagonal of isCross ? [false] : [false, true]) {
      for (const padding of lines) for (const mask of lines) every.push({ shape, diagonal, padding, mask });
    }
  }
  return every.sort((a, b) => mistakesOf(a, isCross).length - mistakesOf(b, isCross).length);
});

/** Whether query can attend to key in a grid that is put together like this. */
function isOpen({ shape, diagonal, padding, mask }, q, k, query, key) {
  if (shape === "lower" ? k > q : shape === "upper" ? k < q : false) return false;
  if (diagonal && k === q) return false;
  const blocks = (token, lines) =>
    (key === token && (lines === "columns" || lines === "both")) ||
    (query === token && (lines === "rows" || lines === "both"));
  return !blocks(PAD, padding) && !blocks(HIDDEN, mask);
}

const buildGrid = (features, tokens, queries) =>
  (queries ?? tokens).map((query, q) => tokens.map((key, k) => isOpen(features, q, k, query, key)));

/** The grid of a pattern: a row for each query, a column for each key. */
function attentionPattern(name, tokens, queries = null) {
  const shape = name === "causal" || name === "T5 decoder" ? "lower" : "full";
  return buildGrid({ shape, diagonal: false, padding: name === "padding" ? "columns" : "", mask: "" }, tokens, queries);
}

/** What a grid is put together from, with as few mistakes as possible, if it is. */
function findFeatures(grid, tokens, queries) {
  const rows = queries ?? tokens;
  return CANDIDATES[queries ? 1 : 0].find((features) =>
    grid.every((row, q) => row.every((can, k) => can === isOpen(features, q, k, rows[q], tokens[k])))
  );
}

/** The grid over more tokens: its pattern goes on; without one, new cells are empty. */
function continuePattern(grid, [tokens, queries], [nextTokens, nextQueries]) {
  const isSameKind = !queries === !nextQueries, isEmpty = !grid.flat().some(Boolean);
  const features = isSameKind && !isEmpty ? findFeatures(grid, tokens, queries) : undefined;
  const carried = features
    ? buildGrid(features, nextTokens, nextQueries)
    : (nextQueries ?? nextTokens).map(() => nextTokens.map(() => false));
  return carried.map((row, q) => row.map((can, k) => grid[q]?.[k] ?? can));
}

const nameEach = (tokens) =>
  tokens.map((
    token,
    i,
  ) => (tokens.filter((other) => other === token).length > 1 ? `“${token}” (${i + 1})` : `“${token}”`));
const listed = (
  words,
  last = "and",
) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}` : words.join(""));
const countOf = (grid, claim = () => true) =>
  grid.reduce((sum, row, q) => sum + row.filter((can, k) => can && claim(q, k)).length, 0);

/** What a grid is: { name, sentence }. */
function diagnose(grid, tokens, queries = null) {
  const rows = queries ?? tokens, total = rows.length * tokens.length, count = countOf(grid);
  if (!count) {
    return {
      name: "nothing",
      sentence: "No token can attend to anything. Each row needs a ✓, over which softmax shares out 1.",
    };
  }
  const blocked = nameEach(rows).filter((_, q) => !grid[q].some(Boolean));
  const empty = blocked.length
    ? [`${listed(blocked)} can attend to nothing, so softmax has nothing to share 1 out over.`]
    : [];
  const features = findFeatures(grid, tokens, queries);
  if (!features) {
    const [back, itself, ahead] = [(q, k) => k < q, (q, k) => k === q, (q, k) => k > q].map((claim) =>
      countOf(grid, claim)
    );
    const where = queries ? "" : `, ${back} looking back, ${itself} on the diagonal, ${ahead} looking ahead`;
    const sentence = [`A pattern of its own: ${count} of ${total} cells have a ✓${where}.`, ...empty].join(" ");
    return { name: empty.length ? "a row without ✓" : "a pattern of its own", sentence };
  }
  const shape = queries ? "cross" : features.shape === "upper" ? "lower" : features.shape;
  const [name, head, rest] = PLAIN[shape][features.padding === "columns" ? 1 : 0],
    mistakes = mistakesOf(features, Boolean(queries));
  const isSeen = features.padding !== "rows" && countOf(grid, (q, k) => rows[q] !== PAD && tokens[k] === PAD) > 0;
  const notes = [...(isSeen ? ["[PAD] can be attended to here: padding is not left out."] : []), ...empty];
  if (!mistakes.length) return { name, sentence: [`${head}: ${rest}`, ...notes].join(" ") };
  const [names, told, advice] = [0, 1, 2].map((part) => mistakes.map((mistake) => mistake[part]));
  return { name: names.join(", "), sentence: [`${head}, but ${told.join(", and ")}.`, ...advice, ...notes].join(" ") };
}

/** How many ✓ a grid has, and nothing of what it is: { name, sentence }. */
function countOnly(grid) {
  const count = countOf(grid), total = grid.length * grid[0].length;
  const sentence = count ? `${count} of ${total} cells ${count === 1 ? "has" : "have"} a ✓.` : "No cell has a ✓ yet.";
  return { name: "counted", sentence };
}

/** How far a grid is from a pattern, by kinds of cells: { name, sentence }. */
function compareWith(goal, grid, tokens, queries = null) {
  const called = GOALS[goal];
  const wanted = attentionPattern(goal, tokens, queries), total = wanted.length * tokens.length;
  if (!countOf(grid)) return { name: "not started", sentence: `Build ${called}. No cell has a ✓ yet.` };
  const extra = (q, k) => grid[q][k] && !wanted[q][k], missing = (q, k) => !grid[q][k] && wanted[q][k];
  const every = wanted.map((row) => row.map(() => true)), wrong = countOf(every, extra) + countOf(every, missing);
  if (!wrong) return { name: "right", sentence: `All ${total} cells are those of ${called}.` };
  const kinds = goal === "padding"
    ? { "in columns of [PAD]": (_, k) => tokens[k] === PAD, "in other columns": (_, k) => tokens[k] !== PAD }
    : queries
    ? { "from target to source": () => true }
    : { "looking back": (q, k) => k < q, "on the diagonal": (q, k) => k === q, "looking ahead": (q, k) => k > q };
  const said = [["Too many ✓", extra], ["Missing ✓", missing]].flatMap(([title, isWrong]) => {
    const counted = Object.entries(kinds).map((
      [name, claim],
    ) => [countOf(every, (q, k) => isWrong(q, k) && claim(q, k)), name]).filter(([n]) => n);
    return counted.length ? [`${title}: ${counted.map(([n, name]) => `${n} ${name}`).join(", ")}.`] : [];
  });
  return {
    name: "not yet",
    sentence: [`${wrong} of ${total} cells ${wrong === 1 ? "differs" : "differ"} from ${called}.`, ...said].join(" "),
  };
}

/** Whom the token of a row can look at, in words. */
function rowInWords(grid, tokens, queries, q) {
  const name = nameEach(queries ?? tokens)[q],
    keys = nameEach(tokens).map((key, k) => (!queries && k === q ? "itself" : key));
  const reached = keys.filter((_, k) => grid[q][k]), others = keys.filter((_, k) => !grid[q][k]);
  if (!reached.length) return `${name} can attend to nothing.`;
  if (!others.length) return `${name} can attend to every token${queries ? " of the source" : ""}.`;
  return `${name} can attend to ${listed(reached)}, not to ${listed(others, "or")}.`;
}
