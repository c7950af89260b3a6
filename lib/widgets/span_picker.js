/* SpanPicker: two scores a token, two softmaxes over the positions, and the answer they choose together. */

const LIMIT = 50;
const REACH = 6; // a slider goes from −6 to 6; the number field beside it further
const FEWEST = 2, MOST = 12;
const SIDES = ["start", "end"];

/**
 * The span with the largest sum of its start and end logit, at most `longest` tokens long; null for any length.
 * Of equally good ones the one that ends first, and of these the one that starts first.
 */
function bestSpan(starts, ends, longest = null) {
  let best = null;
  for (let end = 0; end < ends.length; end += 1) {
    const first = longest === null ? 0 : Math.max(0, end - longest + 1);
    const start = largest(starts, first, end + 1), score = starts[start] + ends[end];
    if (best === null || score > best.score) best = { start, end, score };
  }
  return best;
}

/** Where the largest of the numbers is, from one place up to before another; the first of equal ones. */
function largest(numbers, from = 0, to = numbers.length) {
  let place = from;
  for (let i = from + 1; i < to; i += 1) if (numbers[i] > numbers[place]) place = i;
  return place;
}

const scoresOf = (side) => `${side}_logits`;

function render({ model, el }) {
  const root = widgetRoot("span-picker");
  const voice = speaker(), trouble = troubleLine(), numbers = steps();
  const body = h("div"),
    sums = h("span", { class: "p sums" }),
    passage = h("ol", { class: "passage", "aria-hidden": "true" });
  const carried = () => ({
    tokens: model.get("tokens"),
    start_logits: model.get("start_logits"),
    end_logits: model.get("end_logits"),
    longest: model.get("longest") ?? null,
  });
  const start = carried();
  let rows = [];

  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const load = (preset) =>
    change({
      ...carried(),
      longest: null,
      ...Object.fromEntries(Object.entries(preset).filter(([name]) => name in start)),
    });
  const setScore = (side, i, value) =>
    change({ [scoresOf(side)]: model.get(scoresOf(side)).map((z, k) => (k === i ? value : z)) });

  /* ── one row for each token ── */
  function makeRow(token, i) {
    const sides = SIDES.map((side) => {
      const label = `${side} score of ${token}, position ${i}`, take = (z) => setScore(side, i, z);
      const track = slider({ label, min: -REACH, max: REACH, step: 0.1, take, say: numeral });
      const typed = numberField({ label, min: -LIMIT, max: LIMIT, write: numeral, take, refuse: trouble.tell });
      const bar = h("i"), value = h("span", { class: "v p" });
      return { side, track, typed, bar, value };
    });
    const row = h(
      "div",
      { class: "r", role: "group", "aria-label": `${token}, position ${i}` },
      h("span", { class: "name" }, h("span", { class: "at" }, String(i)), h("bdi", { title: token }, shorten(token))),
      sides.map(({ side, track, typed, bar, value }) =>
        h(
          "div",
          { class: `side ${side}` },
          h("span", { class: "which", "aria-hidden": "true" }, side),
          track.element,
          typed.element,
          h("span", { class: "bar", "aria-hidden": "true" }, bar),
          value,
        )
      ),
    );
    return { row, sides };
  }

  function makeRows(tokens) {
    rows = tokens.map(makeRow);
    rows.key = tokens.join("\u0000");
    body.replaceChildren(...rows.map(({ row }) => row));
    passage.replaceChildren(
      ...tokens.map((token) =>
        h("li", {}, h("bdi", { class: "word" }, shorten(token, 20)), h("span", { class: "ends" }))
      ),
    );
    editor.fill(tokens);
  }

  /* ── the tokens themselves ── */
  const editor = (() => {
    const list = h("ul", { class: "words" });
    const rename = (i, input) => {
      const name = input.value.trim();
      if (name && name.length <= 40) {
        return change({ tokens: model.get("tokens").map((token, k) => (k === i ? name : token)) });
      }
      input.value = model.get("tokens")[i];
      return trouble.tell(name ? "A token has at most 40 characters." : "A token can’t be empty.");
    };
    const every = (act) =>
      change(Object.fromEntries(["tokens", ...SIDES.map(scoresOf)].map((name) => [name, act(model.get(name), name)])));
    const remove = (i) => {
      every((values) => values.filter((_, k) => k !== i));
      list.querySelector("input")?.focus();
    };
    const more = button("Add a token", () => {
      every((values, name) => [...values, name === "tokens" ? `word ${values.length}` : 0]);
      list.querySelector("li:last-child input")?.focus();
    });
    const fill = (tokens) => {
      list.replaceChildren(...tokens.map((token, i) => {
        const input = h("input", {
          type: "text",
          value: token,
          "aria-label": `token ${i}`,
          maxlength: 60,
          dir: "auto",
          onchange: () => rename(i, input),
        });
        const drop = button("Remove", () => remove(i), "quiet");
        drop.setAttribute("aria-label", `Remove ${token}, position ${i}`);
        drop.disabled = tokens.length <= FEWEST;
        return h("li", {}, input, drop);
      }));
      more.disabled = tokens.length >= MOST;
    };
    return { element: h("details", { class: "numbers" }, h("summary", {}, "Change the tokens"), list, more), fill };
  })();

  const limit = h(
    "select",
    { onchange: () => change({ longest: limit.value ? Number(limit.value) : null }) },
    h("option", { value: "" }, "any length"),
    Array.from({ length: MOST }, (_, k) => h("option", { value: k + 1 }, k ? `${k + 1} tokens` : "1 token")),
  );
  const link = stateLink(model, "Link to these scores");

  function draw() {
    const { tokens, start_logits: starts, end_logits: ends, longest } = carried();
    if (starts.length !== tokens.length || ends.length !== tokens.length) return; // the other part of a change is on its way
    if (rows.key !== tokens.join("\u0000")) makeRows(tokens);
    const logits = [starts, ends], probabilities = logits.map(softmax), span = bestSpan(starts, ends, longest);
    rows.forEach(({ row, sides }, i) => {
      sides.forEach(({ track, typed, bar, value }, k) => {
        track.show(logits[k][i]);
        typed.show(logits[k][i]);
        bar.style.setProperty("--p", String(probabilities[k][i]));
        value.textContent = fixed(probabilities[k][i]);
      });
      const isInside = i >= span.start && i <= span.end;
      row.classList.toggle("inside", isInside);
      passage.children[i].className = isInside ? "inside" : "";
      passage.children[i].lastChild.textContent = [i === span.start && "start", i === span.end && "end"].filter(Boolean)
        .join(", ");
    });
    sums.replaceChildren(
      ...probabilities.map((p, k) => h("span", {}, `Σ P(${SIDES[k]}) = ${fixed(p.reduce((a, b) => a + b))}`)),
    );
    limit.value = longest ?? "";
    tell(tokens, probabilities, span, logits.map((z) => largest(z)), longest);
    numbers.fill(
      table(
        "Scores and probabilities of each token",
        ["token", "start score", "P(start)", "end score", "P(end)"],
        tokens.map((
          token,
          i,
        ) => [
          `${i} ${token}`,
          numeral(starts[i]),
          fixed(probabilities[0][i]),
          numeral(ends[i]),
          fixed(probabilities[1][i]),
        ]),
      ),
    );
    link.show(carried());
  }

  /** Says first what the two separate maxima would give, then what is chosen. */
  function tell(tokens, [ofStart, ofEnd], { start: i, end: j, score }, [likelyStart, likelyEnd], longest) {
    const named = (k, p) => {
      const equal = p.filter((each) => each === p[k]).length;
      return [h("bdi", {}, `“${shorten(tokens[k])}”`), ` (${k}${equal > 1 ? `, first of ${equal} equal ones` : ""})`];
    };
    const length = likelyEnd - likelyStart + 1;
    const verdict = length < 1
      ? "That is no span: it would end before it starts. Chosen together, with start ≤ end, they give "
      : longest !== null && length > longest
      ? `That is ${length} tokens, longer than allowed. Chosen together, they give `
      : i === likelyStart && j === likelyEnd
      ? "They make a span: "
      : "Chosen together, with the first of equally good ends, they give ";
    voice.say(
      "The likeliest start is ",
      ...named(likelyStart, ofStart),
      ", the likeliest end ",
      ...named(likelyEnd, ofEnd),
      ". ",
      verdict,
      h("b", {}, h("bdi", {}, tokens.slice(i, j + 1).map((token) => shorten(token)).join(" "))),
      `, with P(start) · P(end) = ${fixed(ofStart[i])} · ${fixed(ofEnd[j])}\u00a0=\u00a0`,
      h("b", { class: "p" }, fixed(ofStart[i] * ofEnd[j])),
      ` and a sum of scores of ${numeral(score)}.`,
    );
  }

  root.append(
    h("p", { class: "question" }, model.get("question")),
    passage,
    h(
      "div",
      { class: "r heads", "aria-hidden": "true" },
      h("span", {}, "token"),
      SIDES.map((side) =>
        h(
          "div",
          { class: `side ${side}` },
          h("span", { class: "raw" }, `${side} score`),
          h("span", { class: "p" }, `P(${side})`),
        )
      ),
    ),
    body,
    h("div", { class: "total" }, button("Start again", () => load(start), "quiet"), sums),
    voice.element,
    trouble.element,
    h(
      "div",
      { class: "tools" },
      h("label", {}, h("span", {}, "longest answer"), limit),
      starts(model.get("presets"), load),
    ),
    numbers.element,
    editor.element,
    link.element,
  );
  el.append(root);
  const stop = follow(model, ["tokens", "start_logits", "end_logits", "longest"], draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(state, wanted) {
  const { tokens, start_logits, end_logits, longest } = { ...state, ...wanted };
  const sound = Array.isArray(tokens) && tokens.length >= FEWEST && tokens.length <= MOST &&
    tokens.every((token) => typeof token === "string" && token.trim() && token.length <= 40) &&
    [start_logits, end_logits].every((z) =>
      Array.isArray(z) && z.length === tokens.length &&
      z.every((each) => Number.isFinite(each) && Math.abs(each) <= LIMIT)
    ) &&
    (longest === null || (Number.isInteger(longest) && longest >= 1 && longest <= MOST));
  return sound ? { ...state, tokens, start_logits, end_logits, longest } : state;
}

export default { render, accept };
