/* MaskingSampler: which tokens are chosen, what the model reads at them, and what it must predict. */

const MOST = 60, LONGEST = 40, CAP = 20, DRAWS = 1000, LAST_SEED = 4294967295;
const NEVER_CHOSEN = ["[CLS]", "[SEP]"], NOT_YET_THERE = ["[MASK]", "[PAD]"];
const RULES = { nearest: "nearest whole number", original: "BERT’s own code", independent: "each token by itself" };
const FATES = ["masked", "random", "kept"];

/** Chance that Python repeats (mulberry32, `PortableGenerator`): each call gives a number from 0 to below 1. */
function portableRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The positions of ordinary tokens. */
const candidatesOf = (tokens) => tokens.flatMap((token, i) => (NEVER_CHOSEN.includes(token) ? [] : [i]));

/** The positions that are scored, in order: `choose_positions` of lib. */
function choosePositions(tokens, random, rule, rate) {
  const candidates = candidatesOf(tokens), n = candidates.length;
  if (rule === "independent") return candidates.filter(() => random() < rate);
  const count = Math.min(n, countChosen(rule === "original" ? tokens.length : n, rule, rate));
  for (let i = 0; i < count; i += 1) {
    const j = i + Math.floor(random() * (n - i));
    [candidates[i], candidates[j]] = [candidates[j], candidates[i]];
  }
  return candidates.slice(0, count).sort((a, b) => a - b);
}

/** The words that a random token is drawn from: the vocabulary, and what else is in the sentence. */
const wordsToDraw = (
  { tokens, vocabulary },
) => [...new Set([...vocabulary, ...candidatesOf(tokens).map((i) => tokens[i])])];

/** One draw: the chosen positions, what the model reads, and the fate of each token. */
function drawTokens({ tokens, seed, rule, rate, shares, vocabulary }) {
  const random = portableRandom(seed), chosen = choosePositions(tokens, random, rule, rate);
  const words = wordsToDraw({ tokens, vocabulary });
  const inputs = [...tokens], fates = tokens.map(() => "");
  for (const i of chosen) {
    const at = random();
    fates[i] = at < shares[0] ? "masked" : at < shares[0] + shares[1] ? "random" : "kept";
    if (fates[i] === "masked") inputs[i] = "[MASK]";
  }
  for (const i of chosen) if (fates[i] === "random") inputs[i] = words[Math.floor(random() * words.length)];
  return { chosen, inputs, fates };
}

/** How many are chosen in each of many draws, from a seed on. Two of the rules fix the count. */
function manyCounts({ tokens, seed, rule, rate }, draws = DRAWS) {
  if (rule !== "independent") {
    return new Array(draws).fill(choosePositions(tokens, portableRandom(seed), rule, rate).length);
  }
  const n = candidatesOf(tokens).length;
  return Array.from({ length: draws }, (_, k) => {
    const random = portableRandom((seed + k) % (LAST_SEED + 1));
    let count = 0;
    for (let i = 0; i < n; i += 1) if (random() < rate) count += 1;
    return count;
  });
}

/** Mean and standard deviation. */
function meanAndSd(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)];
}

/** Three percentages that sum to 100, after one of them was set: the other two keep their proportion. */
function balanced(percents, i, value) {
  const [j, k] = [0, 1, 2].filter((other) => other !== i), rest = 100 - value, before = percents[j] + percents[k];
  const changed = [...percents];
  changed[i] = value;
  changed[j] = Math.round(before > 0 ? (rest * percents[j]) / before : rest / 2);
  changed[k] = rest - changed[j];
  return changed;
}

/** What is wrong with a sentence, in words; empty if nothing is. */
function troubleWith(tokens) {
  if (tokens.length > MOST) return `A sentence has at most ${MOST} tokens here, this one has ${tokens.length}.`;
  if (tokens.some((token) => [...token].length > LONGEST)) {
    return `A token has at most ${LONGEST} characters. They are separated by spaces.`;
  }
  if (tokens.some((token) => NOT_YET_THERE.includes(token))) {
    return "Write the word itself: the rule puts in [MASK], and [PAD] comes after it.";
  }
  return candidatesOf(tokens).length ? "" : "A sentence needs a token that can be chosen, besides [CLS] and [SEP].";
}

const note = (...parts) => h("p", { class: "note" }, ...parts);
const percent = (share) => `${Number((100 * share).toFixed(1))}\u00a0%`;
const howMany = (n, one) => `${n}\u00a0${n === 1 ? one : `${one}s`}`;

/** Bars of how often each count was drawn, from the lowest to the highest; the present draw's is framed. */
function histogram(counts, low, high, now) {
  const often = new Array(high - low + 1).fill(0);
  for (const count of counts) often[count - low] += 1;
  const most = Math.max(...often), every = often.length > 24 ? 5 : often.length > 12 ? 2 : 1;
  const bars = often.map((times, k) =>
    h(
      "div",
      { class: low + k === now ? "bar now" : "bar" },
      h("span", { class: "times" }, often.length <= 12 && times ? String(times) : ""),
      times ? h("i", { style: `--share:${times / most}` }) : h("span"),
      h("span", { class: "count" }, (low + k) % every ? "" : String(low + k)),
    )
  );
  const drawn = often.flatMap((times, k) => (times ? [[String(low + k), String(times)]] : []));
  return [
    h("div", { class: "bars", "aria-hidden": "true" }, bars),
    table("How often each count was drawn", ["chosen", "draws"], drawn),
  ];
}

function render({ model, el }) {
  const names = ["tokens", "seed", "rule", "rate", "shares", "vocabulary"];
  const state = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
  const start = state();
  const voice = speaker(), trouble = troubleLine();
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const row = h("ol", { class: "tokens" });

  /* ── one column for each token: before, after, label ── */
  const hidden = (text) => h("span", { class: "visually-hidden" }, text);
  const column = (token, shown, fate) =>
    h(
      "li",
      { class: fate || null },
      h("bdi", { class: "original", title: token }, token),
      h("span", {}, hidden(", shown "), h("bdi", { class: `chip ${fate || "plain"}`, title: shown }, shown)),
      h("span", { class: "fate" }, fate && fate !== "masked" ? fate : ""),
      h("span", {}, hidden(", label "), h("bdi", { class: fate ? "label p" : "label" }, fate ? token : "−100")),
    );

  /* ── controls ── */
  const next = button("New draw", () => change({ seed: (model.get("seed") + 1) % (LAST_SEED + 1) }));
  const seed = numberField({
    label: "seed",
    decimals: 0,
    min: 0,
    max: LAST_SEED,
    refuse: trouble.tell,
    take: (
      value,
    ) => (Number.isInteger(value) ? change({ seed: value }) : trouble.tell("A seed is a whole number, like 7.")),
  });
  const again = button("Start again", () => change(start), "quiet");
  const share = (label, take) =>
    slider({ label, min: 0, max: 100, step: 1, take, say: (value) => `${Math.round(value)} %` });
  const rate = share("share of tokens to choose", (value) => change({ rate: value / 100 }));
  const rateShown = h("output", { class: "v" });
  const options = Object.entries(RULES).map(([value, text]) => h("option", { value }, text));
  const rule = h("select", { onchange: () => change({ rule: rule.value }) }, options);
  const mixture = ["[MASK]", "random token", "kept"].map((name, i) => {
    const percents = () => model.get("shares").map((part) => Math.round(100 * part));
    const control = share(
      `share of ${name}`,
      (value) => change({ shares: balanced(percents(), i, value).map((part) => part / 100) }),
    );
    const shown = h("output", { class: "v" });
    return { control, shown, line: h("label", { class: "share" }, h("span", {}, name), control.element, shown) };
  });
  const writing = h("textarea", {
    rows: 3,
    dir: "auto",
    spellcheck: "false",
    autocapitalize: "none",
    autocomplete: "off",
    oninput: () => {
      const tokens = writing.value.split(/\s+/).filter(Boolean), wrong = troubleWith(tokens);
      return wrong ? trouble.tell(wrong) : change({ tokens });
    },
  });
  const fold = (summary, ...inside) => h("details", { class: "numbers" }, h("summary", {}, summary), ...inside);

  /* ── three rules, many draws, the table ── */
  const rules = steps("Compare the three counting rules"),
    numbers = steps("Show the table"),
    many = h("div", { class: "many" });
  const manyFold = fold(`Draw ${DRAWS} times`, many);
  const folds = [[rules.element, compareRules], [manyFold, drawMany], [numbers.element, listTokens]].map(
    ([element, fill]) => {
      element.addEventListener("toggle", () => {
        if (element.open) fill();
      });
      return () => {
        if (element.open) fill();
      };
    },
  );

  const ofAll = (n) => `${percent(model.get("rate"))} of ${n} = ${numeral(model.get("rate") * n)}`;
  const sdOf = (n) => Math.sqrt(n * model.get("rate") * (1 - model.get("rate")));

  function compareRules() {
    const { tokens, rate: share } = state(), n = candidatesOf(tokens).length;
    const now = (name) => String(choosePositions(tokens, portableRandom(model.get("seed")), name, share).length);
    rules.fill(
      h(
        "div",
        { class: "rules" },
        table("The three rules on this sentence", ["rule", "share", "chosen", "with this seed"], [
          [RULES.nearest, ofAll(n), String(countChosen(n, "nearest", share)), now("nearest")],
          [
            RULES.original,
            ofAll(tokens.length),
            String(Math.min(n, countChosen(tokens.length, "original", share))),
            now("original"),
          ],
          [RULES.independent, ofAll(n), `${numeral(share * n)} ± ${fixed(sdOf(n), 2)}`, now("independent")],
        ]),
        note(
          "The first rounds a half up. BERT’s code counts [CLS] and [SEP] too, though it never chooses them, takes a half to the even number under Python 3, " +
            `and chooses at least 1 and at most ${CAP}. The collator of a common library draws each token by itself: its count varies, ` +
            "and is told here as mean ± standard deviation.",
        ),
      ),
    );
  }

  function drawMany() {
    const now = state(), n = candidatesOf(now.tokens).length, counts = manyCounts(now), [mean, sd] = meanAndSd(counts);
    const least = Math.max(0, Math.floor(now.rate * n - 4 * sdOf(n))),
      most = Math.min(n, Math.ceil(now.rate * n + 4 * sdOf(n)));
    const [bars, often] = histogram(
      counts,
      Math.min(least, ...counts),
      Math.max(most, ...counts),
      drawTokens(now).chosen.length,
    );
    const r = numeral(now.rate), times = "\u00a0·\u00a0", root = `√(${[n, r, numeral(1 - now.rate)].join(times)})`;
    const formula = `${r}${times}${n} = ${numeral(now.rate * n)}, and the standard deviation ${root} = ${
      fixed(sdOf(n), 2)
    }.`;
    const found = `Chosen in ${DRAWS} draws, from this seed on: mean ${fixed(mean, 2)}, standard deviation ${
      fixed(sd, 2)
    }. `;
    const more = steps("Show the counts");
    more.element.open = many.querySelector("details")?.open ?? false;
    more.fill(often);
    const why = now.rule === "independent"
      ? "In the long run the mean is "
      : "This rule’s count is fixed. Drawn each by itself, the mean would be ";
    const caption = note("How many tokens are chosen. The framed bar holds the present draw.");
    many.replaceChildren(h("p", {}, found, why, formula), bars, caption, more.element);
  }

  function listTokens() {
    const { tokens } = state(), { inputs, fates } = drawTokens(state());
    const lines = tokens.map((
      token,
      i,
    ) => [String(i), token, inputs[i], fates[i] ? token : "−100", fates[i] || "not chosen"]);
    numbers.fill(
      h(
        "div",
        { class: "words" },
        table("What became of every token", ["position", "original", "shown", "label", "fate"], lines),
      ),
    );
  }

  function draw() {
    const now = state(), { chosen, inputs, fates } = drawTokens(now);
    row.replaceChildren(...now.tokens.map((token, i) => column(token, inputs[i], fates[i])));
    seed.show(now.seed);
    rate.show(Math.round(100 * now.rate));
    rateShown.textContent = percent(now.rate);
    rule.value = now.rule;
    mixture.forEach(({ control, shown }, i) => {
      control.show(100 * now.shares[i]);
      shown.textContent = percent(now.shares[i]);
    });
    if (writing.value.split(/\s+/).filter(Boolean).join(" ") !== now.tokens.join(" ")) {
      writing.value = now.tokens.join(" ");
    }
    tell(now, chosen, inputs, fates);
    for (const fillIfOpen of folds) fillIfOpen();
    pool.textContent =
      `A random token is one of ${wordsToDraw(now).length} words here, those of the sentence among them, ` +
      "so by chance it may be the original. BERT’s code draws from its whole vocabulary.";
    link.show(now);
  }

  function tell({ tokens }, chosen, inputs, fates) {
    const [masked, random, kept] = FATES.map((fate) => fates.filter((each) => each === fate).length);
    const count = chosen.length,
      rest = tokens.length - count,
      all = `Of ${howMany(candidatesOf(tokens).length, "token")} that can be chosen, `;
    if (!count) {
      return voice.say(
        all,
        h("b", {}, "none"),
        " is chosen this time. There is nothing to score: every label is −100.",
      );
    }
    const same = chosen.filter((i) => fates[i] === "random" && inputs[i] === tokens[i]).map((i) =>
      `“${shorten(tokens[i], 24)}”`
    );
    return voice.say(
      all,
      h("b", {}, String(count)),
      ` ${count === 1 ? "is" : "are"} chosen: `,
      `${masked} shown as [MASK], ${random} as a random token, ${kept} kept. The loss counts `,
      h("b", { class: "p" }, howMany(count, "position")),
      ", whatever is shown there; ",
      rest ? `the other ${rest} ${rest === 1 ? "has" : "have"} the label −100.` : "there is no other.",
      same.length ? ` The random token for ${same.join(", ")} happens to be the original.` : "",
    );
  }

  const pool = note();
  const link = stateLink(model, "Link to this draw");
  const rowNames = h(
    "div",
    { class: "names", "aria-hidden": "true" },
    ["original", "shown", "", "label"].map((name) => h("span", {}, name)),
  );
  const root = widgetRoot(
    "masking-sampler",
    h("p", { class: "question" }, model.get("question")),
    h("div", { class: "rows" }, rowNames, row),
    h("div", { class: "total" }, next, h("label", { class: "seed" }, h("span", {}, "seed"), seed.element), again),
    voice.element,
    trouble.element,
    h(
      "div",
      { class: "tools" },
      h("label", { class: "rate" }, h("span", {}, "choose"), rate.element, rateShown),
      h("label", {}, h("span", {}, "count by"), rule),
      starts(model.get("presets"), ({ title: _, ...values }) => change(values)),
    ),
    fold(
      "Change the sentence",
      h("label", { class: "writing" }, h("span", {}, `tokens, separated by spaces, at most ${MOST}`), writing),
      note("[CLS] and [SEP] stand where you write them, and are never chosen."),
    ),
    fold(
      "Change 80/10/10",
      h(
        "fieldset",
        { class: "mixture" },
        h("legend", {}, "What is shown at a chosen position"),
        mixture.map(({ line }) => line),
      ),
      pool,
    ),
    rules.element,
    manyFold,
    numbers.element,
    link.element,
  );
  el.append(root);
  const stop = follow(model, names, draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(start, wanted) {
  const { tokens, seed, rule, rate, shares } = { ...start, ...wanted };
  const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 1;
  const sound = Array.isArray(tokens) &&
    tokens.every((token) => typeof token === "string" && token && !/\s/.test(token)) && !troubleWith(tokens) &&
    Number.isInteger(seed) && seed >= 0 && seed <= LAST_SEED && Object.hasOwn(RULES, rule) && isShare(rate) &&
    Array.isArray(shares) && shares.length === 3 && shares.every(isShare) &&
    Math.abs(shares[0] + shares[1] + shares[2] - 1) < 1e-6;
  return sound ? { ...start, tokens, seed, rule, rate, shares } : start;
}

export default { render, accept };
