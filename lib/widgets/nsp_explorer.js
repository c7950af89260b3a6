/* NspExplorer: one score, the probability that σ makes of it, and what both labels would cost. */

const LIMIT = 50;
const REACH = 6; // the slider and the curve go from −6 to 6; the number field further
const COSTLY = 6.5; // nats: where the bars of the losses end
const LABELS = [[true, "IsNext", "y = 1"], [false, "NotNext", "y = 0"]];

/** Slope of the loss along the score, σ(s) − y; −σ(−s) where y is 1, which keeps its digits. */
function nspGradient(score, isNext) {
  return isNext ? -sigmoid(-score) : sigmoid(score);
}

/* ── the curve of σ, in its own pixels ── */
const WIDTH = 284, LEFT = 28, ACROSS = 244, TOP = 10, DOWN = 150;
const acrossOf = (score) => LEFT + (ACROSS * (clamp(score, -REACH, REACH) + REACH)) / (2 * REACH);
const downOf = (p) => TOP + DOWN * (1 - p);

function curve(move) {
  const write = (text, x, y, name) => s("text", { x, y, class: name }, text);
  const points = Array.from({ length: 121 }, (_, k) => -REACH + k / 10).map((z) =>
    `${acrossOf(z).toFixed(1)},${downOf(sigmoid(z)).toFixed(1)}`
  );
  const drop = s("path", { class: "drop" }), value = s("text", { class: "value" });
  const dot = s("g", { class: "dot", "data-mark": 0 }, s("circle", { r: 18, class: "hit" }), s("circle", { r: 6 }));
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${TOP + DOWN + 44}`, "aria-hidden": "true" },
    ...[0, 0.5, 1].flatMap((
      p,
    ) => [
      s("path", { d: `M${LEFT},${downOf(p)}h${ACROSS}`, class: p ? "level" : "floor" }),
      write(String(p), LEFT - 8, downOf(p) + 4, "measure end"),
    ]),
    ...[-6, -3, 0, 3, 6].map((z) => write(fixed(z, 0), acrossOf(z), TOP + DOWN + 18, "measure middle")),
    write("raw score s", acrossOf(0), TOP + DOWN + 38, "score middle"),
    drop,
    s("path", { d: `M${points.join("L")}`, class: "curve" }),
    value,
    dot,
  );
  draggable(svg, {
    move: (_, x) => move(clamp(Math.round(((x - LEFT) / ACROSS) * 20 * REACH) / 10 - REACH, -REACH, REACH)),
  });
  return {
    element: svg,
    show(score) {
      const x = acrossOf(score), y = downOf(sigmoid(score)), isLeft = score > 1.5;
      drop.setAttribute("d", `M${x},${y}V${TOP + DOWN}`);
      dot.setAttribute("transform", `translate(${x} ${y})`);
      value.textContent = `${fixed(sigmoid(score), 4)}${Math.abs(score) > REACH ? (score > 0 ? " →" : " ←") : ""}`;
      value.setAttribute("class", `value ${isLeft ? "end" : ""}`);
      for (const [name, at] of [["x", x + (isLeft ? -12 : 12)], ["y", y + (isLeft ? 18 : score < -1.5 ? -9 : 5)]]) {
        value.setAttribute(name, at);
      }
    },
  };
}

function render({ model, el }) {
  const root = widgetRoot("nsp-explorer");
  const voice = speaker(), trouble = troubleLine(), numbers = steps("Show the steps");
  const carried = () => ({ score: model.get("score"), is_next: model.get("is_next") });
  const start = carried();
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const load = ({ score = model.get("score"), is_next = model.get("is_next") }) => change({ score, is_next });
  const setScore = (score) => change({ score });

  const picture = curve(setScore);
  const track = slider({ label: "raw score s", min: -REACH, max: REACH, step: 0.1, take: setScore, say: numeral });
  const typed = numberField({
    label: "raw score s",
    min: -LIMIT,
    max: LIMIT,
    write: numeral,
    take: setScore,
    refuse: trouble.tell,
  });
  const link = stateLink(model, "Link to this score");

  /* ── both labels, side by side ── */
  const group = freshId("label");
  const columns = LABELS.map(([isNext, name, y]) => {
    const radio = h("input", { type: "radio", name: group, onchange: () => change({ is_next: isNext }) });
    const head = h(
      "th",
      { scope: "col" },
      h("label", {}, radio, h("span", {}, h("b", {}, name), h("span", { class: "y" }, y))),
    );
    const cells = ["p", "p", "g"].map((kind) => {
      const value = h("span", { class: `v ${kind}` }), bar = h("i");
      return {
        value,
        bar,
        cell: h("td", { class: `of-${kind}` }, value, h("span", { class: "bar", "aria-hidden": "true" }, bar)),
      };
    });
    return { isNext, radio, head, cells };
  });
  const lines = ["probability", "loss, in nats", "gradient"].map((name, row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: row === 2 ? "g" : "p" }, name),
      columns.map(({ cells }) => cells[row].cell),
    )
  );
  const both = h(
    "fieldset",
    {},
    h("legend", {}, "What is true of the pair?"),
    h(
      "table",
      { class: "both" },
      h("thead", {}, h("tr", {}, h("td"), columns.map(({ head }) => head))),
      h("tbody", {}, lines),
    ),
  );

  function draw() {
    const { score, is_next: truth } = carried(), p = sigmoid(score);
    track.show(score);
    typed.show(score);
    picture.show(score);
    for (const { isNext, radio, head, cells } of columns) {
      const values = [sigmoid(isNext ? score : -score), nspLoss(score, isNext), nspGradient(score, isNext)];
      radio.checked = isNext === truth;
      for (const cell of [head, ...cells.map((each) => each.cell)]) cell.classList.toggle("chosen", isNext === truth);
      cells.forEach(({ value, bar }, k) => {
        value.textContent = fixed(values[k], 4);
        bar.style.setProperty("--p", String(k === 1 ? Math.min(1, values[1] / COSTLY) : values[k]));
      });
    }
    tell(score, p, truth);
    const pair = (of) => LABELS.map(([isNext]) => fixed(of(isNext), 4));
    numbers.fill(table("From the score to loss and gradient, for both labels", ["step", "IsNext", "NotNext"], [
      ["y", "1", "0"],
      ["e^−s", power(Math.exp(-score)), power(Math.exp(-score))],
      ["σ(s) = 1/(1 + e^−s)", ...pair(() => p)],
      ["σ(s) or 1 − σ(s)", ...pair((isNext) => sigmoid(isNext ? score : -score))],
      ["loss: −ln of that", ...pair((isNext) => nspLoss(score, isNext))],
      ["gradient: σ(s) − y", ...pair((isNext) => nspGradient(score, isNext))],
    ]));
    link.show(carried());
  }

  const power = (
    value,
  ) => (value >= 1e4 || value < 1e-3 ? value.toExponential(2).replace("e+", "e").replace("-", "−") : fixed(value, 4));

  function tell(score, p, truth) {
    const loss = nspLoss(score, truth), g = nspGradient(score, truth);
    voice.say(
      `The model says IsNext with probability σ(${numeral(score)})\u00a0=\u00a0${fixed(p, 4)}. If `,
      h("b", {}, truth ? "IsNext" : "NotNext"),
      ` is true, the loss is −ln\u00a0${truth ? fixed(p, 4) : `(1\u00a0−\u00a0${fixed(p, 4)})`}\u00a0=\u00a0`,
      h("b", { class: "p" }, fixed(loss, 4)),
      " nats, and the gradient is ",
      h("b", { class: "g" }, fixed(g, 4)),
      `: a ${truth ? "higher" : "lower"} score would cost less.`,
    );
  }

  root.append(
    h("p", { class: "question" }, model.get("question")),
    h(
      "div",
      { class: "score-line" },
      h("span", { class: "name", "aria-hidden": "true" }, "raw score s"),
      track.element,
      typed.element,
    ),
    h(
      "div",
      { class: "halves" },
      h("div", { class: "plot" }, h("p", { class: "series" }, "probability of IsNext, σ(s)"), picture.element),
      both,
    ),
    voice.element,
    trouble.element,
    h(
      "p",
      { class: "remark" },
      "y = 1 means IsNext here: sentence B follows sentence A. BERT’s code stores it the other way round, 0 for IsNext and 1 for NotNext.",
    ),
    h("div", { class: "tools" }, button("Start again", () => load(start), "quiet"), starts(model.get("presets"), load)),
    numbers.element,
    link.element,
  );
  el.append(root);
  const stop = follow(model, ["score", "is_next"], draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(state, wanted) {
  const { score, is_next } = { ...state, ...wanted };
  return Number.isFinite(score) && Math.abs(score) <= LIMIT && typeof is_next === "boolean"
    ? { ...state, score, is_next }
    : state;
}

export default { render, accept };
