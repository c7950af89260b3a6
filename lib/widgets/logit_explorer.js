/* LogitExplorer: the slider of a score is its bar; probabilities, loss and gradient follow. */

const SLIDER = 6; // a slider reaches from −6 to 6; the number field beside it further
const LIMIT = 50;
const MOST = 8;

/** A score with one decimal, or with all that were typed: what is shown is what is reckoned with. */
const written = (z) => (Number(z.toFixed(1)) === z ? fixed(z, 1) : numeral(z));

function render({ model, el }) {
  const root = widgetRoot("logit-explorer");
  const voice = speaker(), trouble = troubleLine(), numbers = steps("Show the steps");
  const body = h("div", { class: "rows" });
  const noun = model.get("noun") ?? "hidden word", kind = noun.split(" ").at(-1);
  const kinds = `${kind}${kind.endsWith("s") ? "es" : "s"}`;
  const sum = h("span", { class: "p sum" });
  const start = {
    tokens: [...model.get("tokens")],
    logits: [...model.get("logits")],
    true_token: model.get("true_token"),
    temperature: model.get("temperature"),
  };
  let rows = [], shown = null, guess = null;

  const scaled = () => model.get("logits").map((z) => z / model.get("temperature"));
  const truth = () => Math.max(0, model.get("tokens").indexOf(model.get("true_token")));
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const setLogit = (i, value) => change({ logits: model.get("logits").map((z, k) => (k === i ? value : z)) });

  /* ── one row for each token ── */
  function makeRow(token, i, group) {
    const radio = h("input", {
      type: "radio",
      name: group,
      onchange: () => change({ true_token: model.get("tokens")[i] }),
    });
    const score = slider({
      label: `raw score of ${token}`,
      min: -SLIDER,
      max: SLIDER,
      step: 0.1,
      say: written,
      take: (z) => setLogit(i, z),
    });
    const typed = numberField({
      label: `raw score of ${token}`,
      min: -LIMIT,
      max: LIMIT,
      write: written,
      take: (z) => setLogit(i, z),
      refuse: trouble.tell,
    });
    const bar = h("i"), p = h("span", { class: "v p" }), slope = h("span", { class: "v g" });
    const row = h(
      "div",
      { class: "r", role: "group", "aria-label": token },
      h("label", { class: "truth" }, radio, h("bdi", { title: token }, shorten(token))),
      h("span", { class: "track" }, score.element),
      typed.element,
      h("div", { class: "bar", "aria-hidden": "true" }, bar),
      p,
      slope,
    );
    return { row, radio, score, typed, bar, p, slope };
  }

  function makeRows() {
    const group = freshId("truth");
    rows = model.get("tokens").map((token, i) => makeRow(token, i, group));
    body.replaceChildren(...rows.map(({ row }) => row));
    rows.key = model.get("tokens").join("\u0000");
    editor.fill();
  }

  /* ── the words themselves ── */
  const editor = (() => {
    const list = h("ul", { class: "words" });
    const rename = (i, input) => {
      const name = input.value.trim(), tokens = [...model.get("tokens")];
      if (!name || name.length > 40 || tokens.some((token, k) => k !== i && token === name)) {
        trouble.tell(
          !name
            ? `A ${kind} can't be empty.`
            : name.length > 40
            ? `A ${kind} has at most 40 characters.`
            : `“${shorten(name, 24)}” is there already.`,
        );
        input.value = tokens[i];
        return;
      }
      const was = tokens[i];
      tokens[i] = name;
      change({ tokens, ...(model.get("true_token") === was ? { true_token: name } : {}) });
    };
    const remove = (i) => {
      const tokens = model.get("tokens").filter((_, k) => k !== i),
        logits = model.get("logits").filter((_, k) => k !== i);
      change({ ...(tokens.includes(model.get("true_token")) ? {} : { true_token: tokens[0] }), tokens, logits });
      list.querySelector("input")?.focus();
    };
    const add = () => {
      const tokens = model.get("tokens");
      let n = tokens.length + 1;
      while (tokens.includes(`${kind} ${n}`)) n += 1;
      change({ tokens: [...tokens, `${kind} ${n}`], logits: [...model.get("logits"), 0] });
      list.querySelector("li:last-child input")?.focus();
    };
    const more = button(`Add a ${kind}`, add);
    const fill = () => {
      const tokens = model.get("tokens");
      list.replaceChildren(...tokens.map((token, i) => {
        const input = h("input", {
          type: "text",
          value: token,
          "aria-label": `${kind} ${i + 1}`,
          maxlength: 60,
          dir: "auto",
          onchange: () => rename(i, input),
        });
        const drop = button("Remove", () => remove(i), "quiet");
        drop.setAttribute("aria-label", `Remove ${token}`);
        drop.disabled = tokens.length <= 2;
        return h("li", {}, input, drop);
      }));
      more.disabled = tokens.length >= MOST;
    };
    return {
      element: h("details", { class: "numbers words-fold" }, h("summary", {}, `Change the ${kinds}`), list, more),
      fill,
    };
  })();

  /* ── temperature, presets, start, link ── */
  const heat = slider({
    label: "temperature",
    min: 0.1,
    max: 5,
    step: 0.1,
    say: written,
    take: (temperature) => change({ temperature }),
  });
  const heatShown = h("output", { class: "v" });
  const load = ({ tokens = model.get("tokens"), logits, true_token, temperature = 1 }) => {
    shown = null;
    change({ tokens: [...tokens], logits: [...logits], true_token: true_token ?? tokens[0], temperature });
  };
  const link = stateLink(model, "Link to these scores");
  const carried = () => ({
    tokens: model.get("tokens"),
    logits: model.get("logits"),
    true_token: model.get("true_token"),
    temperature: model.get("temperature"),
  });

  /* ── predict first: the bars wait for a guess ── */
  const guessing = tick({
    label: "Predict first",
    take: (on) => {
      shown = on ? [...model.get("logits")] : null;
      guess = null;
      change({ predict: on });
    },
  });
  const guessId = freshId("guess");
  const guessInput = h("input", {
    id: guessId,
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    class: "number",
  });
  const commit = () => {
    const value = readNumber(guessInput.value);
    if (value === null || value < 0 || value > 1) {
      return trouble.tell("A guess is a probability from 0 to 1, like 0.6.");
    }
    guess = value;
    shown = [...model.get("logits")];
    guessInput.value = "";
    trouble.clear();
    return draw();
  };
  const guessLine = h(
    "form",
    {
      class: "guess",
      onsubmit: (event) => {
        event.preventDefault();
        commit();
      },
    },
    h("label", { for: guessId }),
    guessInput,
    h("button", { class: "button primary" }, "Show"),
  );

  function draw() {
    const tokens = model.get("tokens"), logits = model.get("logits"), t = truth();
    if (rows.key !== tokens.join("\u0000")) makeRows();
    if (logits.length !== tokens.length) return; // the other half of a change is on its way
    const predict = model.get("predict");
    if (predict && (shown === null || shown.length !== logits.length)) shown = [...logits];
    const waiting = predict && shown.some((z, i) => z !== logits[i]);
    if (waiting) guess = null;
    const z = scaled(),
      probabilities = softmax(z),
      slopes = crossEntropyGradient(z, t).map((g) => g / model.get("temperature"));
    rows.forEach((row, i) => {
      row.radio.checked = i === t;
      row.score.show(logits[i]);
      row.typed.show(logits[i]);
      if (!waiting) row.bar.style.setProperty("--p", String(probabilities[i]));
      row.p.textContent = waiting ? "?" : fixed(probabilities[i]);
      row.slope.textContent = waiting ? "?" : fixed(slopes[i]);
    });
    sum.textContent = waiting ? "Σ = 1" : `Σ = ${fixed(probabilities.reduce((a, b) => a + b))}`;
    heat.show(model.get("temperature"));
    heatShown.textContent = written(model.get("temperature"));
    guessing.show(predict);
    guessLine.hidden = !waiting;
    guessLine.firstChild.textContent = `Which probability does ${shorten(tokens[t])} have now?`;
    numbers.element.hidden = waiting;
    tell(waiting, tokens[t], probabilities[t], crossEntropy(z, t));
    numbers.fill(
      table(
        "Each token's score, power, probability and gradient",
        ["token", "z", "e^z", "p", "gradient"],
        tokens.map((token, i) => [token, written(logits[i]), power(z[i]), fixed(probabilities[i]), fixed(slopes[i])]),
      ),
    );
    link.show(carried());
  }

  const power = (z) => (Math.abs(z) > 12 ? Math.exp(z).toExponential(2).replace("-", "−") : fixed(Math.exp(z)));

  function tell(waiting, token, p, loss) {
    if (waiting) return voice.say("The bars wait for your guess.");
    const guessed = guess === null ? [] : [`You guessed ${fixed(guess)}; it is ${fixed(p)}. `];
    return voice.say(
      ...guessed,
      `If the ${noun} is `,
      h("b", {}, shorten(token)),
      `, the model gave it p\u00a0=\u00a0${fixed(p)} and the loss is −ln\u00a0p\u00a0=\u00a0`,
      h("b", { class: "p" }, fixed(loss)),
      " nats.",
    );
  }

  const heads = h(
    "div",
    { class: "r heads", "aria-hidden": "true" },
    h("span", {}, noun),
    h("span", {}, "raw score z"),
    h("span", {}, h("span", { class: "long" }, "probability "), "p"),
    h("span", {}, "gradient"),
  );
  const question = h("p", { class: "question" }, model.get("question"));
  root.append(
    question,
    h(
      "fieldset",
      {},
      h("legend", { class: "visually-hidden" }, `The ${noun}, and the raw score of each ${kind}`),
      heads,
      body,
    ),
    h("div", { class: "total" }, button("Start again", () => load(start), "quiet"), sum),
    guessLine,
    voice.element,
    trouble.element,
    h(
      "div",
      { class: "tools" },
      h("label", { class: "heat" }, h("span", {}, "temperature"), heat.element, heatShown),
      starts(model.get("presets"), load),
      guessing.element,
    ),
    numbers.element,
    editor.element,
    link.element,
  );
  el.append(root);
  const stop = follow(model, ["tokens", "logits", "true_token", "temperature", "predict"], draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(start, wanted) {
  const state = { ...start, ...wanted };
  const { tokens, logits, true_token: truth, temperature: t } = state;
  const sound = Array.isArray(tokens) && tokens.length >= 2 && tokens.length <= MOST &&
    new Set(tokens).size === tokens.length &&
    tokens.every((token) => typeof token === "string" && token.trim() && token.length <= 40) &&
    Array.isArray(logits) && logits.length === tokens.length &&
    logits.every((z) => Number.isFinite(z) && Math.abs(z) <= LIMIT) &&
    tokens.includes(truth) && t >= 0.1 && t <= 5;
  return sound ? { ...start, tokens, logits, true_token: truth, temperature: t } : start;
}

export default { render, accept };
