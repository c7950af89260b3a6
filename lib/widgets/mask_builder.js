/* MaskBuilder: tick who can attend to whom, and read what the grid is. */

const FEWEST = 2, MOST = 8, LONGEST = 40;
const TARGET = ["er", "sah", "rot"]; // what a decoder writes, until other tokens are typed
const PATTERNS = {
  bidirectional: "bidirectional",
  causal: "causal",
  padding: "padding left out",
  "T5 encoder": "T5: encoder",
  "T5 decoder": "T5: decoder",
  "T5 cross": "T5: cross-attention",
};
const SIDES_OF = { "T5 decoder": "target", "T5 cross": "cross" }; // every other pattern is about the source

const pairOf = (tokens, target, sides) => [sides === "target" ? target : tokens, sides === "cross" ? target : null];

/** The names of tokens without quotation marks: those of controls. */
const bareNames = (tokens) => nameEach(tokens).map((name) => name.replace(/[“”]/g, ""));

/** Why a list of tokens can't be taken, or "". */
function troubleWith(tokens) {
  if (tokens.some((token) => typeof token !== "string" || !token.trim())) return "A token can't be empty.";
  if (tokens.some((token) => [...token].length > LONGEST)) return `A token has at most ${LONGEST} characters.`;
  return tokens.every((token) => token === PAD) ? "One token at least has to be something else than [PAD]." : "";
}

function render({ model, el }) {
  const root = widgetRoot("mask-builder");
  const voice = speaker(), trouble = troubleLine(), counts = steps("Show the counts");
  const STATE = ["tokens", "target", "sides", "can_attend", "goal"];
  const carried = () => Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const isDiagnosed = model.get("is_diagnosed") ?? true;
  const start = carried(), presets = model.get("presets") ?? [];
  const pair = () => pairOf(model.get("tokens"), model.get("target"), model.get("sides"));
  const change = (values) => {
    trouble.clear();
    put(model, values);
  };
  const fill = (can) => change({ can_attend: model.get("can_attend").map((row) => row.map(() => can)) });

  /* ── the grid: one cell at a time is reached by Tab, the others by arrow keys ── */
  const grid = h("table", {
    role: "grid",
    "aria-label": "Who can attend to whom: a row looks (query), a column is looked at (key)",
  });
  const words = h("p", { class: "row-words", id: freshId("row") });
  let cells = [], key = "", at = [0, 0];
  const place = ([q, k]) => cells[q]?.[k + 1];
  const show = () => {
    at = [Math.min(at[0], cells.length - 1), Math.min(at[1], cells[0].length - 2)];
    cells.forEach((row, q) => {
      row.forEach((cell, k) => {
        cell.tabIndex = q === at[0] && k - 1 === at[1] ? 0 : -1;
      });
      row[0].closest("tr").classList.toggle("at", q === at[0]);
    });
    words.textContent = rowInWords(model.get("can_attend"), ...pair(), at[0]);
  };
  const walk = (event) => {
    const last = [cells.length - 1, cells[0].length - 2], ends = event.ctrlKey || event.metaKey;
    const [q, k] = at,
      goes = {
        ArrowUp: [q - 1, k],
        ArrowDown: [q + 1, k],
        ArrowLeft: [q, k - 1],
        ArrowRight: [q, k + 1],
        Home: [ends ? 0 : q, ends ? 0 : -1],
        End: [ends ? last[0] : q, last[1]],
      }[event.key];
    if (event.key === "Enter" && event.target.type === "checkbox") event.target.click();
    if (!goes) return;
    event.preventDefault();
    place([clamp(goes[0], 0, last[0]), clamp(goes[1], -1, last[1])]).focus();
  };
  grid.addEventListener("keydown", walk);
  grid.addEventListener("focusin", ({ target }) => {
    at = [Number(target.dataset.q), Number(target.dataset.k)];
    show();
  });

  function makeGrid() {
    const [keys, queries] = pair(), rows = queries ?? keys, named = bareNames(rows), looked = bareNames(keys);
    const wide = (tokens) => Math.max(...tokens.map((token) => [...token].length));
    const flip = (q, k, can) =>
      change({
        can_attend: model.get("can_attend").map((row, i) => row.map((old, j) => (i === q && j === k ? can : old))),
      });
    cells = rows.map((token, q) => [
      h("button", {
        type: "button",
        "data-q": q,
        "data-k": -1,
        title: token,
        "aria-describedby": words.id,
        onclick: () => place([q, -1]).focus(),
      }, h("bdi", {}, token)),
      ...keys.map((_, k) =>
        h("input", {
          type: "checkbox",
          "data-q": q,
          "data-k": k,
          "aria-label": `${named[q]} can attend to ${looked[k]}`,
          onchange: ({ target }) => flip(q, k, target.checked),
        })
      ),
    ]);
    grid.replaceChildren(
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          keys.map((token) => h("th", { scope: "col", title: token }, h("span", {}, h("bdi", {}, token)))),
        ),
      ),
      h(
        "tbody",
        {},
        cells.map(([head, ...boxes]) =>
          h("tr", {}, h("th", { scope: "row" }, head), boxes.map((box) => h("td", {}, box)))
        ),
      ),
    );
    grid.className = wide(keys) > 4 ? "grid turned" : wide(keys) * keys.length > 11 ? "grid tight" : "grid";
    frame.style.setProperty("--n", keys.length);
    frame.style.setProperty("--rows", rows.length);
    frame.style.setProperty("--longest", clamp(wide(rows), 2, 9));
    frame.style.setProperty("--tallest", clamp(wide(keys), 2, 9));
  }
  const frame = h(
    "div",
    { class: "frame" },
    h("span", { class: "axis key", "aria-hidden": "true" }, "key (column)"),
    h("span", { class: "axis query", "aria-hidden": "true" }, "query (row)"),
    grid,
  );

  /* ── the tokens themselves ── */
  const moved = (name, tokens, axis) => {
    const now = { tokens: model.get("tokens"), target: model.get("target"), [name]: tokens },
      sides = model.get("sides");
    change({ [name]: tokens, can_attend: axis(model.get("can_attend"), pairOf(now.tokens, now.target, sides)) });
  };
  const editors = [["tokens", "Source"], ["target", "Target"]].map(([name, title]) => {
    const list = h("ul", {}), lines = [];
    const fits = (tokens) => {
      const said = troubleWith(tokens);
      if (said) trouble.tell(said);
      return !said;
    };
    const rename = (i, input) => {
      const tokens = model.get(name).map((token, k) => (k === i ? input.value.trim() : token));
      if (fits(tokens)) change({ [name]: tokens });
      else input.value = model.get(name)[i];
    };
    const add = (token) => moved(name, [...model.get(name), token], (old, next) => continuePattern(old, pair(), next));
    const remove = (i) => {
      const tokens = model.get(name).filter((_, k) => k !== i), sides = model.get("sides");
      const rows = name === "target" || sides === "source", columns = name === "tokens" || sides === "target";
      if (fits(tokens)) {
        moved(
          name,
          tokens,
          (old) => old.filter((_, q) => !rows || q !== i).map((row) => row.filter((_, k) => !columns || k !== i)),
        );
      }
      lines[Math.min(i, tokens.length - 1)].input.focus();
    };
    const line = (i) => {
      const label = `${title.toLowerCase()} token ${i + 1}`;
      const input = h("input", {
        type: "text",
        maxlength: 60,
        dir: "auto",
        "aria-label": label,
        onchange: () => rename(i, input),
      });
      const drop = button("Remove", () => remove(i), "quiet");
      return { input, drop, element: h("li", {}, input, drop) };
    };
    const more = ["token", PAD, HIDDEN].map((token) =>
      button(token === "token" ? "Add a token" : `Add ${token}`, () => add(token))
    );
    const draw = (isShown) => {
      const tokens = model.get(name);
      while (lines.length < tokens.length) lines.push(line(lines.length));
      lines.length = tokens.length;
      if (list.children.length !== lines.length) list.replaceChildren(...lines.map(({ element }) => element));
      lines.forEach(({ input, drop }, i) => {
        input.value = tokens[i];
        drop.setAttribute("aria-label", `Remove ${bareNames(tokens)[i]}`);
        drop.disabled = tokens.length <= FEWEST;
      });
      for (const each of more) each.disabled = tokens.length >= MOST;
      element.hidden = !isShown;
    };
    const element = h("fieldset", {}, h("legend", {}, title), list, h("div", { class: "more" }, more));
    return { element, draw };
  });

  /* ── patterns, goals, presets ── */
  let loaded = "";
  const toPattern = (name, isBlank) => {
    let tokens = model.get("tokens");
    const target = SIDES_OF[name] && !model.get("target").length ? TARGET : model.get("target"),
      sides = SIDES_OF[name] ?? "source";
    if (name === "padding" && !tokens.includes(PAD)) {
      if (tokens.length >= MOST) {
        trouble.tell("There is no [PAD] among the tokens, and no room to add one. Type it over a token.");
        return null;
      }
      tokens = [...tokens, PAD];
    }
    const can = attentionPattern(name, ...pairOf(tokens, target, sides));
    return { tokens, target, sides, can_attend: isBlank ? can.map((row) => row.map(() => false)) : can };
  };
  const take = (state, picked = "") => {
    if (state) change(state);
    loaded = JSON.stringify(carried());
    draw();
    pick.value = state ? picked : "";
  };
  const options = () => Object.entries(PATTERNS).map(([value, text]) => h("option", { value }, text));
  const patterns = h("optgroup", { label: "a pattern" }, options());
  const chosen = () => (PATTERNS[pick.value] ? toPattern(pick.value) : presets[Number(pick.value)]);
  const pick = h(
    "select",
    {
      onchange: () => {
        if (pick.value) take(chosen(), pick.value);
      },
    },
    h("option", { value: "" }, "Choose …"),
    presets.length
      ? h("optgroup", { label: "the exercise" }, presets.map(({ title }, i) => h("option", { value: i }, title)))
      : null,
    patterns,
  );
  const aimAt = (name) => {
    const state = name ? toPattern(name, true) : {};
    take(state && { ...state, goal: name || null });
  };
  const goal = h("select", { onchange: () => aimAt(goal.value) }, h("option", { value: "" }, "none"), options());
  const aims = h("label", {}, h("span", {}, "goal"), goal);
  const from = h("label", {}, h("span", {}, "start from"), pick);
  const link = stateLink(model, "Link to this grid");

  function draw() {
    const [keys, queries] = pair(), rows = queries ?? keys, can = model.get("can_attend"), aim = model.get("goal");
    if (can.length !== rows.length || can.some((row) => row.length !== keys.length)) return; // the other half of a change is on its way
    const wanted = JSON.stringify([keys, queries]);
    if (wanted !== key) makeGrid();
    key = wanted;
    cells.forEach(([, ...boxes], q) =>
      boxes.forEach((box, k) => {
        box.checked = can[q][k];
      })
    );
    show();
    tell(can, keys, queries, aim);
    const share = (row) => {
      const n = row.filter(Boolean).length;
      return [String(n), n ? fixed(1 / n) : "–"];
    };
    const part = (q, claim) => String(can[q].filter((open, k) => open && claim(k)).length);
    counts.fill(
      table(
        "How many each token can look at, and the share of each if all scores are equal",
        ["query", ...(queries ? [] : ["earlier", "itself", "later"]), "in all", "equal share"],
        rows.map((token, q) => [
          token,
          ...(queries ? [] : [
            part(q, (k) => k < q),
            part(q, (k) => k === q),
            part(q, (k) => k > q),
          ]),
          ...share(can[q]),
        ]),
      ),
    );
    const sides = model.get("sides");
    editors[0].draw(sides !== "target");
    editors[1].draw(sides !== "source");
    if (loaded !== JSON.stringify(carried())) pick.value = "";
    patterns.hidden = patterns.disabled = Boolean(aim) || !isDiagnosed;
    from.hidden = patterns.hidden && !presets.length;
    goal.value = aim ?? "";
    aims.hidden = !isDiagnosed;
    link.show(carried());
  }

  function tell(can, keys, queries, aim) {
    if (!isDiagnosed) return voice.say(countOnly(can).sentence);
    const finding = diagnose(can, keys, queries).sentence;
    if (!aim) return voice.say(finding);
    const { name, sentence } = compareWith(aim, can, keys, queries);
    const [sign, kind] =
      { right: ["✓ Right. ", "right"], "not yet": ["≠ Not yet. ", "notyet"], "not started": ["", ""] }[name];
    return voice.say(
      h("b", { class: kind }, sign),
      sentence,
      ...(name === "not started" ? [] : [" ", h("span", { class: "finding" }, finding)]),
    );
  }

  root.append(
    h("p", { class: "question" }, model.get("question")),
    h("div", { class: "board" }, frame, h("div", { class: "findings" }, voice.element, words)),
    trouble.element,
    h(
      "div",
      { class: "acts" },
      button("Tick all", () => fill(true)),
      button("Clear all", () => fill(false)),
      button("Start again", () => take(start), "quiet"),
    ),
    h("div", { class: "tools" }, from, aims),
    counts.element,
    h(
      "details",
      { class: "numbers" },
      h("summary", {}, "Change the tokens"),
      h("div", { class: "editors" }, editors.map(({ element }) => element)),
    ),
    link.element,
  );
  el.append(root);
  const stop = follow(model, STATE, draw, trouble);
  return () => {
    stop();
    voice.stop();
    root.remove();
  };
}

/** The state to start from, with what an address carries put in where it makes sense. */
function accept(start, wanted) {
  const { tokens, target, sides, can_attend: can, goal } = { ...start, ...wanted };
  const isSide = (list) => Array.isArray(list) && list.length >= FEWEST && list.length <= MOST && !troubleWith(list);
  if (!isSide(tokens) || !(isSide(target) || (Array.isArray(target) && !target.length && sides === "source"))) {
    return start;
  }
  const [keys, queries] = pairOf(tokens, target, sides), rows = queries ?? keys;
  const sound = ["source", "target", "cross"].includes(sides) && (goal === null || Object.hasOwn(GOALS, goal)) &&
    Array.isArray(can) && can.length === rows.length &&
    can.every((row) =>
      Array.isArray(row) && row.length === keys.length && row.every((open) => typeof open === "boolean")
    );
  return sound ? { ...start, tokens, target, sides, can_attend: can, goal } : start;
}

export default { render, accept };
