/* The parts that widgets are put together from. Text only ever goes in as text. */

/** An element: `h("button", { class: "button", onclick: act }, "Reset")`. Children are nodes or text. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for SVG: `s("rect", { x: 0, y: 0, class: "bar" })`. */
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let counted = 0;
/** An id that no other element of the page has. */
function freshId(prefix = "w") {
  counted += 1;
  return `${prefix}-${counted}-${Math.random().toString(36).slice(2, 7)}`;
}

/** The root of a widget. Plain keys stay in it: a notebook editor would take its arrows and Enter for commands. */
function widgetRoot(name, ...children) {
  const keep = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && event.stopPropagation();
  return h("div", { class: `course-widget ${name}`, onkeydown: keep }, ...children);
}

/** A number as the book prints it: fixed decimals, the minus sign of typography, ∞ spelled out. */
function fixed(value, decimals = 3) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** The number that was typed (decimal point or comma, either minus sign), or null if it is none. */
function readNumber(text) {
  const plain = String(text).trim().replace(/[−–]/g, "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Keep a value within limits. */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** A string that is shown and spoken whole; long ones are cut with an ellipsis for the picture alone. */
const shorten = (
  text,
  length = 12,
) => ([...text].length > length ? `${[...text].slice(0, length - 1).join("")}…` : text);

/**
 * A sentence for everybody: seen at once, spoken when the change has settled, so that dragging
 * a slider doesn't chatter. What stands there at the start is read like any text, not announced.
 * `say(text, …)` takes text and nodes.
 */
function speaker(delay = 700) {
  const seen = h("p", { class: "says" });
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  let timer = 0;
  return {
    element: h("div", { class: "speaker" }, seen, spoken),
    say(...parts) {
      const isStart = !seen.hasChildNodes();
      seen.replaceChildren(...parts);
      clearTimeout(timer);
      spoken.textContent = "";
      if (!isStart) {
        timer = setTimeout(() => {
          spoken.textContent = seen.textContent;
        }, delay);
      }
    },
    stop: () => clearTimeout(timer),
  };
}

/** Where a widget says what it could not take: `trouble.tell("…")`, `trouble.clear()`. Announced at once. */
function troubleLine() {
  const element = h("p", { class: "trouble", role: "alert" });
  return {
    element,
    tell(text) {
      element.textContent = text;
    },
    clear() {
      element.textContent = "";
    },
  };
}

/**
 * A number that can be typed: `field.show(value)`; `take(value)` is called with what was typed,
 * `refuse(text)` with what can't be read. Nothing typed is altered before it is left.
 */
function numberField({ label, decimals = 1, min, max, take, refuse, write = (value) => fixed(value, decimals) }) {
  const input = h("input", {
    type: "text",
    inputmode: min < 0 ? "text" : "decimal", // a keypad for numbers has no minus sign on some phones
    autocomplete: "off",
    "aria-label": label,
    class: "number",
  });
  let shown = "";
  const leave = () => {
    const value = readNumber(input.value);
    if (input.value === shown) return;
    if (value === null || value < min || value > max) {
      refuse(`${label} takes a number from ${fixed(min, 0)} to ${fixed(max, 0)}, not “${shorten(input.value, 24)}”.`);
      input.setAttribute("aria-invalid", "true");
      return;
    }
    input.removeAttribute("aria-invalid");
    take(value);
  };
  input.addEventListener("change", leave);
  return {
    element: input,
    show(value) {
      shown = write(value);
      input.value = shown;
      input.removeAttribute("aria-invalid");
    },
  };
}

/** A slider with its accessible name and value in words. */
function slider({ label, min, max, step, take, say = (value) => fixed(value, 1) }) {
  const input = h("input", {
    type: "range",
    min,
    max,
    step,
    "aria-label": label,
    oninput: () => take(Number(input.value)),
  });
  return {
    element: input,
    show(value) {
      input.value = String(value);
      input.style.setProperty("--at", String((clamp(value, min, max) - min) / (max - min)));
      input.setAttribute("aria-valuetext", say(value));
    },
  };
}

/** A choice among a few: radio buttons in a fieldset. `choice.show(value)`. */
function choice({ label, options, take }) {
  const name = freshId("choice");
  const radios = options.map(([value, text]) => {
    const input = h("input", { type: "radio", name, value, onchange: () => take(value) });
    return [value, input, h("label", {}, input, h("span", {}, text))];
  });
  return {
    element: h("fieldset", { class: "choice" }, h("legend", {}, label), ...radios.map(([, , line]) => line)),
    show(chosen) {
      for (const [value, input] of radios) input.checked = value === chosen;
    },
  };
}

/** A box to tick. */
function tick({ label, take }) {
  const input = h("input", { type: "checkbox", onchange: () => take(input.checked) });
  return {
    element: h("label", { class: "tick" }, input, h("span", {}, label)),
    show(on) {
      input.checked = on;
    },
  };
}

/** A button. */
const button = (text, act, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`.trim(), onclick: act }, text);

/** A table of strings: the numbers of the picture for those who don't see it. */
function table(caption, heads, rows) {
  const cell = (tag, text, i) => h(tag, i ? { class: "n" } : { scope: tag === "th" ? "row" : null }, text);
  return h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, heads.map((text, i) => h("th", { scope: "col", class: i ? "n" : null }, text)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text, i) => cell(i ? "td" : "th", text, i))))),
  );
}

/** A fold that holds a table which is made anew with `fold.fill(table)`. */
function steps(summary = "Show the numbers") {
  const body = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "group",
    "aria-label": summary.replace("Show t", "T"),
  });
  return {
    element: h("details", { class: "numbers" }, h("summary", {}, summary), body),
    fill: (content) => body.replaceChildren(content),
  };
}

/**
 * Read and write the widget's state, and draw when it changes from either side. Returns the clean-up.
 * `draw` also runs once now. Python's refusals arrive in `refused`.
 */
function follow(model, names, draw, trouble) {
  const redraw = () => draw();
  const complain = () => (model.get("refused") ? trouble.tell(model.get("refused")) : trouble.clear());
  for (const name of names) model.on(`change:${name}`, redraw);
  model.on("change:refused", complain);
  draw();
  complain();
  return () => {
    for (const name of names) model.off(`change:${name}`, redraw);
    model.off("change:refused", complain);
  };
}

/** Set several values and tell Python, if there is one. */
function put(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

/** A number with all the digits it has, at most nine of them: what is shown is what is reckoned with. */
const numeral = (value) => String(Number(value.toPrecision(9))).replaceAll("-", "−");

/** Named starting points to choose from, or null if there are none. `load` gets the chosen one. */
function starts(presets, load) {
  if (!presets?.length) return null;
  const pick = h(
    "select",
    {
      onchange: () => {
        const chosen = presets[Number(pick.value)];
        pick.value = "";
        if (chosen) load(chosen);
      },
    },
    h("option", { value: "" }, "Choose …"),
    presets.map(({ title }, i) => h("option", { value: i }, title)),
  );
  return h("label", { class: "presets" }, h("span", {}, "start from"), pick);
}

/**
 * Let marks of a drawing be dragged: elements with data-mark. `take(i)` when mark i is taken hold of,
 * `move(i, x, y)` with the pointer's place in the drawing's own pixels, `drop(i)` at the end.
 */
function draggable(svg, { take = () => {}, move, drop = () => {} }) {
  let held = null;
  svg.addEventListener("pointerdown", (event) => {
    const mark = event.target.closest("[data-mark]");
    if (!mark || event.button !== 0 || held !== null) return;
    held = Number(mark.dataset.mark);
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    take(held);
  });
  svg.addEventListener("pointermove", (event) => {
    if (held === null || !svg.hasPointerCapture(event.pointerId)) return;
    const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
    move(held, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  });
  svg.addEventListener("lostpointercapture", () => {
    if (held === null) return;
    const left = held;
    held = null;
    drop(left);
  });
}

/** A link that carries the state to another reader, where the page has an address: `link.show(state)`. */
function stateLink(model, text) {
  const element = h("a", { class: "state-link", hidden: !model.link }, text);
  return {
    element,
    show(state) {
      if (model.link) element.href = model.link(state);
    },
  };
}
