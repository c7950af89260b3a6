/* LossCurve: the probability of each position's true token is a dot on the loss and on its gradient. */

const MOST = 8;
const LOWEST = 1e-6;
const NAMES = { logit: "at the true logit, 1 − p", p: "with respect to p, 1/p" };

/** Size of the gradient of −ln p: 1 − p at the true logit, 1/p with respect to p. Both slopes are negative. */
function gradientSizes(probabilities, of) {
  return probabilities.map((p) => (of === "logit" ? 1 - p : 1 / p));
}

/** Shares of a total; all 0 where there is nothing to share. */
function shares(sizes) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => (total > 0 ? size / total : 0));
}

/* ── the slider: even steps in the odds, so that 0.001 is as easy to reach as 0.5 ── */
const BOTTOM = -6, CERTAIN = 3.05; // log10 of the odds; the last step means p = 1

const toTrack = (p) => (p === 1 ? CERTAIN : clamp(Math.log10(p / (1 - p)), BOTTOM, 3));

/** The probability at a place of the slider, with two digits of p or of 1 − p, whichever is smaller. */
function fromTrack(at) {
  if (at > 3.01) return 1;
  const odds = 10 ** at;
  return at <= 0
    ? Number((odds / (1 + odds)).toPrecision(2))
    : Number((1 - (1 / (1 + odds)).toPrecision(2)).toFixed(6));
}

/* ── the drawing, in its own pixels ── */
const WIDTH = 288, LEFT = 30, ACROSS = 222, TOP = 20, DOWN = 160;
const SAMPLES = Array.from({ length: 1382 }, (_, k) => Math.exp(-k / 100)); // even steps in the loss
const CURVES = { loss: (p) => -Math.log(p), logit: (p) => 1 - p, p: (p) => 1 / p };
const acrossOf = (p) => LEFT + p * ACROSS;

/** Where an axis ends: the first of the ends that is above every value, else the last. */
const axisEnd = (values, ends) => ends.find((end) => values.every((value) => value <= end)) ?? ends.at(-1);

/** One panel: a curve with a numbered dot for each position, and perhaps a second curve for comparison. */
function panel({ drag, label }) {
  const back = s("g"), front = s("g");
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${TOP + DOWN + 44}`, "aria-hidden": "true" }, back, front);
  const title = h("p", { class: "series" });
  let kind = "loss", end = 4, drawn = "", dots = [], line = [];
  const downOf = (value) => TOP + DOWN * (1 - Math.min(value, end) / end);
  const write = (text, x, y, name) => s("text", { x, y, class: name }, text);
  const path = (of) =>
    `M${
      SAMPLES.filter((p) => of(p) <= end + 1e-9).map((p) => `${acrossOf(p).toFixed(1)},${downOf(of(p)).toFixed(1)}`)
        .join("L")
    }`;

  function drawBack(other) {
    line = SAMPLES.filter((_, k) => k % 5 === 0).map((p) => [acrossOf(p), downOf(CURVES[kind](p))]);
    const lines = Array.from({ length: end > 7 ? 3 : end + 1 }, (_, k) => (end > 7 ? (k * end) / 2 : k));
    const levels = lines.flatMap((value) => [
      s("path", { d: `M${LEFT},${downOf(value)}h${ACROSS}`, class: value ? "level" : "floor" }),
      write(String(value), LEFT - 11, downOf(value) + 4, "measure end"),
    ]);
    const ticks = [0, 0.5, 1].map((p) => write(String(p), acrossOf(p), TOP + DOWN + 18, "measure middle"));
    back.replaceChildren(
      ...levels,
      ...ticks,
      write("p, the probability of the true word", acrossOf(0.5), TOP + DOWN + 38, "measure middle"),
    );
    if (other) {
      back.append(s("path", { d: path(CURVES[other]), class: `curve of-${other}` }));
      back.append(
        write(other === "p" ? "1/p" : "1 − p", acrossOf(1) + 10, downOf(CURVES[other](1)) + 4, `beside of-${other}`),
      );
    }
    back.append(s("path", { d: path(CURVES[kind]), class: `curve of-${kind}` }));
  }

  function makeDots(count) {
    const lines = s("g"), marks = s("g"), values = s("g");
    dots = Array.from({ length: count }, (_, i) => {
      const upright = s("path", { class: "drop" }), value = s("text", { class: "value" });
      const mark = s(
        "g",
        { class: "dot", "data-mark": i },
        s("circle", { r: 18, class: "hit" }),
        s("circle", { r: 8.5 }),
        write(String(i + 1), 0, 4, "middle"),
      );
      lines.append(upright);
      marks.append(mark);
      values.append(value);
      return { upright, mark, value };
    });
    front.replaceChildren(lines, values, marks);
  }

  /** Write the values beside their dots where there is room: inside, and on no curve, dot or other value. */
  function placeValues(places) {
    const taken = places.map(({ x, y }) => [x - 9, y - 9, x + 9, y + 9]);
    const isFree = ([a, b, c, d]) =>
      a > LEFT && c < WIDTH && b > 0 && d < TOP + DOWN - 1 &&
      taken.every(([e, f, g, k]) => c < e || g < a || d < f || k < b) &&
      !line.some(([x, y]) => x > a && x < c && y > b && y < d);
    places.forEach(({ x, y, text }, i) => {
      const wide = 7.5 * text.length, spots = [[12, -5], [12, 14], [-12 - wide, -7], [-12 - wide, 18]];
      const spot = spots.map(([along, up]) => [x + along, y + up - 11, x + along + wide, y + up + 2]).find(isFree);
      if (spot) taken.push(spot);
      dots[i].value.textContent = spot ? text : "";
      if (spot) {
        for (const [name, value] of [["x", spot[0]], ["y", spot[3] - 2]]) dots[i].value.setAttribute(name, value);
      }
    });
  }

  draggable(svg, {
    ...drag,
    move(i, x, y) { // the nearest place of the curve, which may run on a little above the drawing
      const far = (p) => (acrossOf(p) - x) ** 2 + (TOP + DOWN * (1 - CURVES[kind](p) / end) - y) ** 2;
      const nearest = SAMPLES.reduce((best, p) => (far(p) < far(best) ? p : best), 1);
      drag.move(i, Math.max(LOWEST, Number(nearest.toPrecision(2))));
    },
  });
  return {
    element: h("div", { class: "plot" }, title, svg),
    show({ of, other, top, probabilities }) {
      const key = `${of} ${top}`;
      [kind, end] = [of, top];
      if (drawn !== key) drawBack(other);
      drawn = key;
      title.textContent = label(of);
      svg.setAttribute("class", `of-${of}`);
      if (dots.length !== probabilities.length) makeDots(probabilities.length);
      const places = probabilities.map((p) => {
        const value = CURVES[of](p);
        return { x: acrossOf(p), y: downOf(value), text: brief(value) + (value > end ? " ↑" : "") };
      });
      places.forEach(({ x, y }, i) => {
        dots[i].upright.setAttribute("d", `M${x},${TOP}V${TOP + DOWN}`);
        dots[i].mark.setAttribute("transform", `translate(${x} ${y})`);
      });
      placeValues(places);
    },
  };
}

const brief = (value) => (value < 100 ? fixed(value, value < 10 ? 3 : 1) : Math.round(value).toLocaleString("en-US"));
const percent = (share) => `${share > 0 && share < 0.0005 ? "<0.1" : fixed(100 * share, 1)}\u00a0%`;

function render({ model, el }) {
  const root = widgetRoot("loss-curve");
  const voice = speaker(), trouble = troubleLine(), numbers = steps();
  const body = h("div"), mean = h("span", { class: "p" }), shared = h("span");
  const start = carried();
  let rows = [], held = null;

  function carried() {
    return { probabilities: [...model.get("probabilities")], gradient_of: model.get("gradient_of") };
  }
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const load = ({ probabilities = model.get("probabilities"), gradient_of = "logit" }) =>
    change({ probabilities: [...probabilities], gradient_of });
  const setP = (i, p) => change({ probabilities: model.get("probabilities").map((old, k) => (k === i ? p : old)) });

  /* ── the two panels; the axes keep still while a dot is dragged ── */
  const axes = () => {
    const p = model.get("probabilities"), of = model.get("gradient_of");
    return {
      loss: axisEnd(p.map(CURVES.loss), [4, 5, 6, 7]),
      slope: of === "logit" ? 2 : axisEnd(gradientSizes(p, of), [4, 10, 25, 100]),
    };
  };
  const drag = {
    move: setP,
    take(i) {
      held = axes();
      rows[i].track.element.focus({ preventScroll: true });
    },
    drop() {
      held = null;
      draw();
    },
  };
  const loss = panel({ drag, label: () => "loss −ln p, in nats" });
  const slope = panel({ drag, label: (of) => `gradient ${NAMES[of].replace(", ", ", size ")}` });

  /* ── one row for each position ── */
  function makeRow(i) {
    const name = `p of position ${i + 1}`;
    const track = slider({ label: name, min: BOTTOM, max: CERTAIN, step: 0.05, take: (at) => setP(i, fromTrack(at)) });
    const typed = numberField({
      label: name,
      min: 0,
      max: 1,
      write: numeral,
      refuse: trouble.tell,
      take: (
        p,
      ) => (p < LOWEST
        ? trouble.tell("p is at least 0.000001 here. Softmax never gives 0, and −ln 0 would be infinite.")
        : setP(i, p)),
    });
    const bars = ["p", "g"].map((kind) => ({ bar: h("i"), value: h("span", { class: `v ${kind}` }) }));
    const drop = h("button", {
      type: "button",
      class: "button quiet drop",
      "aria-label": `Remove position ${i + 1}`,
      onclick: () => remove(i),
    }, "×");
    const row = h(
      "div",
      { class: "r", role: "group", "aria-label": `position ${i + 1}` },
      h("span", { class: "ordinal" }, h("span", { class: "visually-hidden" }, "position "), String(i + 1)),
      track.element,
      typed.element,
      h(
        "span",
        { class: "shares" },
        bars.map(({ bar, value }, k) =>
          h("span", { class: `share ${"pg"[k]}-share` }, h("span", { class: "bar", "aria-hidden": "true" }, bar), value)
        ),
      ),
      drop,
    );
    return { row, track, typed, bars, drop };
  }
  const remove = (i) => {
    change({ probabilities: model.get("probabilities").filter((_, k) => k !== i) });
    rows[Math.min(i, rows.length - 1)].track.element.focus();
  };
  const more = button("Add a position", () => {
    change({ probabilities: [...model.get("probabilities"), 0.5] });
    rows.at(-1).track.element.focus();
  }, "quiet");

  const which = choice({
    label: "Which gradient?",
    options: Object.entries(NAMES),
    take: (gradient_of) => change({ gradient_of }),
  });
  const link = stateLink(model, "Link to these numbers");

  function draw() {
    const probabilities = model.get("probabilities"), of = model.get("gradient_of"), ends = held ?? axes();
    const losses = probabilities.map(CURVES.loss), slopes = gradientSizes(probabilities, of);
    const both = [shares(losses), shares(slopes)];
    if (rows.length !== probabilities.length) {
      rows = probabilities.map((_, i) => makeRow(i));
      body.replaceChildren(...rows.map(({ row }) => row));
    }
    root.dataset.of = of;
    rows.forEach(({ track, typed, bars, drop }, i) => {
      track.show(toTrack(probabilities[i]));
      track.element.setAttribute("aria-valuetext", numeral(probabilities[i]));
      typed.show(probabilities[i]);
      bars.forEach(({ bar, value }, k) => {
        bar.style.setProperty("--p", String(both[k][i]));
        value.textContent = percent(both[k][i]);
      });
      drop.disabled = rows.length === 1;
    });
    loss.show({ of: "loss", top: ends.loss, probabilities });
    slope.show({ of, other: of === "logit" ? "p" : "logit", top: ends.slope, probabilities });
    mean.textContent = `mean loss = ${fixed(batchLoss(probabilities))} nats`;
    shared.textContent = of === "logit" ? "1 − p" : "1/p";
    more.disabled = probabilities.length >= MOST;
    which.show(of);
    tell(probabilities, of, both);
    numbers.fill(
      table("Loss and gradients of each position", [
        "position",
        "p",
        "−ln p",
        "share of loss",
        "1 − p",
        "1/p",
        "share of gradient",
      ], [
        ...probabilities.map((
          p,
          i,
        ) => [
          String(i + 1),
          numeral(p),
          fixed(losses[i]),
          percent(both[0][i]),
          numeral(1 - p),
          brief(1 / p),
          percent(both[1][i]),
        ]),
        ["mean", "", fixed(batchLoss(probabilities)), "", "", "", ""],
      ]),
    );
    link.show(carried());
  }

  function tell(probabilities, of, [ofLoss, ofSlope]) {
    const n = probabilities.length, total = h("b", { class: "p" }, fixed(batchLoss(probabilities)));
    const amount = (text) => h("b", { class: "g" }, text);
    if (n === 1) {
      return voice.say(
        "The loss is ",
        total,
        ` nats, and the gradient ${NAMES[of]}, is `,
        amount(brief(gradientSizes(probabilities, of)[0])),
        ".",
      );
    }
    const first = [`The loss of the batch is the mean of ${n} losses, `, total, " nats."];
    const top = Math.max(...ofSlope), leaders = ofSlope.flatMap((share, i) => (top - share < 1e-9 ? [i] : []));
    if (top === 0) return voice.say(...first, " Every p is 1: there is no gradient to share.");
    if (leaders.length > 1) {
      const names = leaders.map((i) => i + 1).join(", ");
      return voice.say(
        ...first,
        ` Positions ${names} have equal and largest shares of the gradient ${NAMES[of]}: `,
        amount(percent(top)),
        " each.",
      );
    }
    const [i] = leaders;
    return voice.say(
      ...first,
      ` Position ${i + 1} dominates the gradient ${NAMES[of]}, with `,
      amount(percent(top)),
      " of it. It has ",
      h("b", { class: "p" }, percent(ofLoss[i])),
      " of the loss.",
    );
  }

  const scale = h(
    "span",
    { class: "scale" },
    [0.001, 0.5, 0.99].map((p) => {
      const label = h("span", {}, String(p));
      label.style.setProperty("--at", String((toTrack(p) - BOTTOM) / (CERTAIN - BOTTOM)));
      return label;
    }),
  );
  root.append(
    h("p", { class: "question" }, model.get("question")),
    h("div", { class: "plots" }, loss.element, slope.element),
    h(
      "div",
      { class: "r heads", "aria-hidden": "true" },
      scale,
      h("span", { class: "v" }, "p"),
      h("span", { class: "shares" }, h("span", {}, "share of loss"), h("span", { class: "g" }, "share of ", shared)),
    ),
    body,
    h("div", { class: "total" }, button("Start again", () => load(start), "quiet"), more, mean),
    voice.element,
    trouble.element,
    h("div", { class: "tools" }, which.element, starts(model.get("presets"), load)),
    numbers.element,
    link.element,
  );
  el.append(root);
  const stop = follow(model, ["probabilities", "gradient_of"], draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(state, wanted) {
  const { probabilities: p, gradient_of: of } = { ...state, ...wanted };
  const sound = Array.isArray(p) && p.length >= 1 && p.length <= MOST &&
    p.every((each) => Number.isFinite(each) && each >= LOWEST && each <= 1) &&
    Object.hasOwn(NAMES, of);
  return sound ? { ...state, probabilities: p, gradient_of: of } : state;
}

export default { render, accept };
