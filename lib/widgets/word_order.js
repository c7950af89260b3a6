/* WordOrder: swap words, and see whether attention notices. */

const ROUNDING = 1e-12; // differences below it come from the order in which a computer adds

/** The sums of the embeddings, one row for each place; position and segment may be null. */
function sumEmbeddings(token, position = null, segment = null) {
  return token.map((row, i) => row.map((x, k) => x + (position ? position[i][k] : 0) + (segment ? segment[i][k] : 0)));
}

/** The weights of each query over all keys: softmax of the scores X Xᵀ / √d. */
function attentionWeights(vectors) {
  const root = Math.sqrt(vectors[0].length);
  return vectors.map((query) => softmax(vectors.map((key) => query.reduce((sum, x, k) => sum + x * key[k], 0) / root)));
}

/** One layer of self-attention whose query, key and value matrices are the identity. */
function selfAttention(vectors) {
  return attentionWeights(vectors).map((weights) =>
    vectors[0].map((_, k) => weights.reduce((sum, weight, i) => sum + weight * vectors[i][k], 0))
  );
}

/** How far two vectors are apart where they are furthest apart. */
const largestDifference = (one, other) => Math.max(...one.map((x, k) => Math.abs(x - other[k])));

/** A difference in words: three decimals, or one digit where it is next to nothing. */
const small = (
  x,
) => (x === 0 || Math.abs(x) >= 5e-4 ? (x === 0 ? "0" : fixed(x)) : x.toExponential(0).replace(/-/g, "−"));

function render({ model, el }) {
  const root = widgetRoot("word-order");
  const voice = speaker(), trouble = troubleLine(), sums = steps("Show what enters");
  const STATE = ["order", "positions", "segments", "chosen", "border"];
  const carried = () => Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const start = carried();
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const names = () => model.get("words"), first = () => names().map((_, i) => i);
  const sentence = (order) => order.map((word) => names()[word]).join(" ");
  const chosen = () => Math.max(0, names().indexOf(model.get("chosen")));
  const partsOf = (order) => ({
    token: order.map((word) => model.get("token_vectors")[word]),
    position: model.get("positions") ? order.map((_, place) => model.get("position_vectors")[place]) : null,
    segment: model.get("segments")
      ? order.map((_, place) => model.get("segment_vectors")[place < model.get("border") ? 0 : 1])
      : null,
  });
  const inputsOf = (order) => {
    const { token, position, segment } = partsOf(order);
    return sumEmbeddings(token, position, segment);
  };

  /* ── the sentence: each word can be chosen and moved ── */
  const list = h("ol", {}), group = freshId("chosen");
  let words = [], shown = "";
  const move = (word, by) => {
    const order = [...model.get("order")], at = order.indexOf(word);
    [order[at], order[at + by]] = [order[at + by], order[at]];
    change({ order });
    const { left, right } = words[word];
    (by < 0 ? (left.disabled ? right : left) : right.disabled ? left : right).focus();
  };
  const makeWord = (name, word) => {
    const radio = h("input", { type: "radio", name: group, onchange: () => change({ chosen: names()[word] }) });
    const place = h("span", { class: "place" });
    const arrow = (text, by, where) => {
      const each = button(text, () => move(word, by));
      each.setAttribute("aria-label", `Move ${name} ${where}`);
      return each;
    };
    const left = arrow("←", -1, "left"), right = arrow("→", 1, "right");
    const label = h("label", {}, radio, h("bdi", { title: name }, name));
    return {
      radio,
      place,
      left,
      right,
      element: h("li", {}, place, label, h("span", { class: "arrows" }, left, right)),
    };
  };

  /* ── the outputs, as bars with their numbers ── */
  const head = ["before", "now"].map(() => h("bdi", {}));
  const rows = model.get("token_vectors")[0].map((_, k) => {
    const bars = head.map(() => ({ bar: h("i"), value: h("span", { class: "v" }) })),
      apart = h("td", { class: "n apart" });
    return {
      bars,
      apart,
      element: h(
        "tr",
        {},
        h("th", { scope: "row" }, String(k + 1)),
        bars.map(({ bar, value }) =>
          h("td", {}, h("span", { class: "pair" }, h("span", { class: "bar", "aria-hidden": "true" }, bar), value))
        ),
        apart,
      ),
    };
  });
  const caption = h("caption", {});
  const outputs = h(
    "table",
    { class: "outputs" },
    caption,
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        head.map((title) => h("th", { scope: "col" }, title)),
        h("th", { scope: "col", class: "n" }, "difference"),
      ),
    ),
    h("tbody", {}, rows.map(({ element }) => element)),
  );

  /* ── switches, presets, link ── */
  const positions = tick({ label: "position embeddings", take: (on) => change({ positions: on }) });
  const segments = tick({ label: "segment embeddings", take: (on) => change({ segments: on }) });
  const border = h(
    "select",
    { onchange: () => change({ border: Number(border.value) }) },
    first().map((i) => h("option", { value: i + 1 }, String(i + 1))),
  );
  const borderLine = h("label", {}, h("span", {}, "words in sentence A"), border);
  const known = (state) => Object.fromEntries(STATE.filter((name) => name in state).map((name) => [name, state[name]]));
  const link = stateLink(model, "Link to this order");

  function draw() {
    const order = model.get("order"), word = chosen(), name = names()[word];
    if (shown !== JSON.stringify(names())) {
      words = names().map(makeWord);
      list.replaceChildren();
    }
    shown = JSON.stringify(names());
    const now = order.map((each) => words[each].element);
    if (now.some((element, i) => list.children[i] !== element)) list.replaceChildren(...now);
    order.forEach((each, place) => {
      const { radio, place: number, left, right } = words[each];
      radio.checked = each === word;
      left.disabled = place === 0;
      right.disabled = place === order.length - 1;
      number.textContent = model.get("segments")
        ? `${place + 1} · ${place < model.get("border") ? "A" : "B"}`
        : String(place + 1);
    });
    const before = inputsOf(first()), after = inputsOf(order), place = order.indexOf(word);
    const outputs = [selfAttention(before)[word], selfAttention(after)[place]], all = outputs.flat();
    const low = Math.min(0, ...all), span = Math.max(0, ...all) - low || 1;
    [first(), order].forEach((each, i) => {
      head[i].textContent = sentence(each);
    });
    caption.replaceChildren("What the layer makes of ", h("b", {}, h("bdi", {}, name)));
    rows.forEach(({ bars, apart }, k) => {
      bars.forEach(({ bar, value }, i) => {
        const x = outputs[i][k];
        bar.style.setProperty("--from", String((Math.min(0, x) - low) / span));
        bar.style.setProperty("--size", String(Math.abs(x) / span));
        bar.parentElement.style.setProperty("--zero", String(-low / span));
        value.textContent = fixed(x);
      });
      apart.textContent = small(outputs[1][k] - outputs[0][k]);
    });
    tell({ order, word, name, before, after, apart: largestDifference(...outputs) });
    fillSums(order, after, attentionWeights(after)[place]);
    positions.show(model.get("positions"));
    segments.show(model.get("segments"));
    border.value = String(model.get("border"));
    borderLine.hidden = !model.get("segments");
    link.show(carried());
  }

  function tell({ order, word, name, before, after, apart }) {
    if (order.every((each, i) => each === i)) return voice.say("This is the order to compare with. Swap two words.");
    const bare = (text) => h("bdi", {}, text);
    const between = [
      "Between “",
      bare(sentence(first())),
      "” and “",
      bare(sentence(order)),
      "”, the vector of ",
      h("b", {}, bare(name)),
    ];
    const changed = first().filter((each) => largestDifference(before[each], after[order.indexOf(each)]) > 0);
    if (apart > ROUNDING) {
      return voice.say(
        ...between,
        " changes: largest difference ",
        h("b", {}, small(apart)),
        `. ${cause(word, order, changed)}`,
      );
    }
    const why = changed.length
      ? ""
      : model.get("segments") || model.get("positions")
      ? " Every word enters as the same vector as before."
      : " Each word’s vector moves with it: without positions, self-attention is equivariant.";
    return voice.say(...between, " is equal up to rounding: largest difference ", h("b", {}, small(apart)), `.${why}`);
  }

  function cause(word, order, changed) {
    if (!changed.includes(word)) {
      const others = changed.map((each) => names()[each]).join(", ");
      return `It enters as before, but ${others} ${
        changed.length > 1 ? "don’t" : "doesn’t"
      }, and it attends to every word.`;
    }
    const place = order.indexOf(word), isOther = (part) => part && largestDifference(part(word), part(place)) > 0;
    const kinds = [
      model.get("positions") && isOther((at) => model.get("position_vectors")[at]) && "position",
      model.get("segments") && isOther((at) => model.get("segment_vectors")[at < model.get("border") ? 0 : 1]) &&
      "segment",
    ].filter(Boolean);
    return `It enters with another ${kinds.join(" and another ")} embedding.`;
  }

  const plain = (vector) => `(${vector.map((x) => fixed(x, 2).replace(/\.?0+$/, "")).join(" ")})`;
  function fillSums(order, inputs, weights) {
    const { token, position, segment } = partsOf(order),
      extra = [["+ position", position], ["+ segment", segment]].filter(([, part]) => part);
    sums.fill(
      table(
        "What enters the layer at each place, and the weight that the chosen word gives to it",
        [
          "place",
          "token",
          ...extra.map(([title]) => title),
          ...(extra.length ? ["= sum"] : []),
          "weight",
        ],
        order.map((
          word,
          i,
        ) => [
          `${i + 1} ${names()[word]}`,
          plain(token[i]),
          ...extra.map(([, part]) => plain(part[i])),
          ...(extra.length ? [plain(inputs[i])] : []),
          fixed(weights[i]),
        ]),
      ),
    );
  }

  root.append(
    h("p", { class: "question" }, model.get("question")),
    h(
      "fieldset",
      { class: "sentence" },
      h("legend", { class: "visually-hidden" }, "The chosen word, and the order"),
      list,
    ),
    h(
      "div",
      { class: "acts" },
      button("Turn around", () => change({ order: [...model.get("order")].reverse() })),
      button("Start again", () => change(start), "quiet"),
    ),
    h(
      "div",
      { class: "tools" },
      positions.element,
      segments.element,
      borderLine,
      starts(model.get("presets"), (preset) => change(known(preset))),
    ),
    outputs,
    voice.element,
    trouble.element,
    sums.element,
    link.element,
  );
  el.append(root);
  const stop = follow(
    model,
    ["words", ...STATE, "token_vectors", "position_vectors", "segment_vectors"],
    draw,
    trouble,
  );
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(start, wanted) {
  const { order, positions, segments, chosen, border } = { ...start, ...wanted }, { words } = start;
  const sound = Array.isArray(order) && order.length === words.length && words.every((_, i) => order.includes(i)) &&
    typeof positions === "boolean" && typeof segments === "boolean" && words.includes(chosen) &&
    Number.isInteger(border) && border >= 1 && border <= words.length;
  return sound ? { ...start, order, positions, segments, chosen, border } : start;
}

export default { render, accept };
