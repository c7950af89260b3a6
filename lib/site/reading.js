/* Reads what was typed into a field, as lib.answers does in Python. Words, patterns and limits are Python's own:
   `course.shared` (lib.answers.shared) is put before this. Nothing is altered silently. */
"use strict";
(() => {
  const { course } = globalThis;
  const { alike, limits, patterns, percent_signs: percentSigns } = course.shared;
  const everywhere = (pattern) => new RegExp(pattern, "g");
  const [SPACES, IGNORED] = [patterns.spaces, patterns.ignored].map(everywhere);
  const [NUMBER, PLAIN, GROUPED] = [patterns.number, patterns.plain, patterns.grouped].map((p) => new RegExp(p));
  const [SHAPE, BETWEEN, LENGTH, EDGES] = [patterns.shape, patterns.between, patterns.length, patterns.edges]
    .map((p) => new RegExp(p));
  const [ROWS, AROUND, CAN, CANNOT] = [patterns.rows, patterns.around, patterns.can, patterns.cannot].map(everywhere);
  const LOOK_ALIKES = new Map([...alike[0]].map((letter, i) => [letter, alike[1][i]]));

  const size = (text) => [...text].length; // in code points, as Python counts
  const trim = (text) => text.replace(/^ +| +$/g, "");
  const tidy = (text) =>
    trim([...text].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("").replace(SPACES, " "));
  const isLong = (text) => size(text) > 40 * limits.longest || size(tidy(text)) > limits.longest;

  /** The beginning of what was typed, in quotation marks, fit to be shown anywhere. */
  function quote(text) {
    const beginning = [...text.slice(0, 400)].slice(0, 192).join("");
    const plain = [...trim(beginning.replace(SPACES, " ")).replace(/[\ud800-\udfff]/gu, "?")];
    return plain.length <= 24 ? `“${plain.join("")}”` : `“${plain.slice(0, 24).join("")}…”`;
  }

  /* What follows returns what was read, or, as a text, why it could not be. */

  function readNumber(field, text) {
    if (isLong(text)) return "is too long for a number";
    const match = NUMBER.exec(tidy(text));
    const [, , whole, fraction, power, , over, overFraction] = match ?? [];
    if (!(whole || fraction) || (over !== undefined && !(over || overFraction))) return whatIsWrong(tidy(text));
    const tail = trim(match[9] ?? "").toLowerCase();
    const hasSign = percentSigns.includes(tail);
    if (tail && !hasSign && !field.units.includes(tail)) return `ends in ${quote(tail)}`;
    if (hasSign && field.percent === "no") return "is a percent, and what is asked for is not";
    let shift = hasSign && field.percent === "probability" ? -2 : 0;
    if (field.percent === "percent" && !hasSign && isShare(evaluate(match, 0))) shift = 2;
    const value = evaluate(match, shift);
    if (typeof value === "string") return value;
    const written = (fraction ?? "").length - Number(power ?? 0) - shift;
    const decimals = over === undefined ? Math.min(Math.max(0, written), limits.decimals) : null;
    const printed = shift === 0 && PLAIN.test(text) ? "" : print(value, decimals, field.percent);
    return { value, decimals, read_as: printed === text ? "" : printed };
  }

  const isShare = (value) => Math.abs(value) > 0 && Math.abs(value) < 1;

  function whatIsWrong(text) {
    for (const [sign, name] of [[",", "commas"], [".", "points"], ["/", "fraction bars"], ["%", "percent signs"]]) {
      const count = text.split(sign).length - 1;
      if (count > 1) return `has ${count === 2 ? "two" : "several"} ${name}`;
    }
    if (text.includes(",") && text.includes(".")) return "has a comma and a point";
    return "is not a number that can be read";
  }

  function evaluate(match, shift) {
    const divisor = match[6] === undefined ? 1 : valueAt(match, 5, 0);
    if (divisor === 0) return "divides by zero";
    const value = valueAt(match, 1, shift) / divisor;
    if (!Number.isFinite(value)) return "is too large";
    return value === 0 && /[1-9]/.test(match[2] + (match[3] ?? "")) ? "is too small to tell from 0" : value;
  }

  /** One number of a match; the point is shifted in the text, so that no digit is lost. */
  function valueAt(match, first, shift) {
    const [sign, whole, fraction, power] = match.slice(first, first + 4);
    return Number(`${sign}${whole || 0}.${fraction || 0}e${Number(power ?? 0) + shift}`);
  }

  function print(value, decimals, percent) {
    if (Math.abs(value) >= 1e12 || decimals > 12) return "";
    const size = decimals === null ? Math.floor(Math.abs(value) * 1e4 + 0.5) / 1e4 : Math.abs(value);
    return `${value < 0 ? "−" : ""}${size.toFixed(decimals ?? 4)}${percent === "percent" ? " %" : ""}`;
  }

  function readCount(field, text) {
    if (!isLong(text) && GROUPED.test(tidy(text))) return "can be read in two ways, with decimals or without";
    return readNumber(field, text);
  }

  function readShape(_, text) {
    if (isLong(text)) return "is too long for a shape";
    const match = SHAPE.exec(tidy(text));
    if (!match) return "has brackets that don't pair up";
    const inner = trim(match[1] ?? match[2] ?? match[3]).replace(/ ?,$/, "");
    const lengths = inner.split(BETWEEN).map(tidy);
    if (lengths.length > limits.axes || !lengths.every((each) => LENGTH.test(each))) {
      return "is not a shape that can be read";
    }
    const value = lengths.map((each) => /n/i.test(each) ? "n" : Number(each));
    const shown = `(${value.join(", ")}${value.length === 1 ? "," : ""})`;
    return { value, read_as: text === shown ? "" : shown };
  }

  /** What counts of a word: lower case, no space, bracket or hyphen. */
  const key = (text) => tidy(text).toLowerCase().replace(IGNORED, "");

  /** The same without *the* before it and *token* behind it. */
  const word = (text) => EDGES.exec(key(text))?.[1] ?? "";

  function readChoice(field, text) {
    const typed = isLong(text) ? "" : word(text);
    const names = (option) => [option, ...(field.also[option] ?? [])].map(word);
    const value = typed && field.options.find((option) => names(option).includes(typed));
    if (!value) return "is not one of the options";
    return { value, read_as: key(text) === key(value) ? "" : value };
  }

  function readWord(_, text) {
    if (isLong(text) || size(word(text)) > limits.word) return "is too long for a word";
    return /[a-z]/.test(word(text)) ? { value: word(text), read_as: "" } : "has no letters that can be read";
  }

  /** Who can attend to whom, as rows of 1 and 0. */
  function readMask(_, text) {
    if (size(text) > limits.mask) return "is too long for a grid";
    const parts = text.split(ROWS).flatMap((line) => tidy(line).toLowerCase().split(ROWS));
    const filled = parts.filter((part) => part.replace(AROUND, ""));
    const rows = (filled.length === 1 ? filled[0].split(" ") : filled)
      .map((row) => row.replace(CAN, "1").replace(CANNOT, "0").replace(AROUND, ""));
    if (!rows.length || !rows.every((row) => /^[01]+$/.test(row))) return "is not a grid that can be read";
    if (rows.some((row) => row.length !== rows[0].length)) return "has rows of different lengths";
    if (rows.length !== rows[0].length) return "does not have as many rows as columns";
    if (rows.length < limits.fewest || rows.length > limits.most) {
      return `is not of ${limits.fewest} to ${limits.most} tokens`;
    }
    const value = rows.join("/");
    return { value, read_as: text === value ? "" : value };
  }

  const READ = {
    number: readNumber,
    count: readCount,
    shape: readShape,
    choice: readChoice,
    word: readWord,
    mask: readMask,
    argument: () => ({ read_as: "" }),
  };

  /** Whether nothing was typed. */
  course.isLeftOut = (given) => given == null || (typeof given === "string" && !trim(given.replace(SPACES, " ")));

  /** What was typed, read: its `value`, `decimals` if it is a number, `read_as`; or the `reason` why it could not be. */
  course.read = (field, given) => {
    if (typeof given !== "string") {
      return { reason: `${/^[aeiou]/.test(typeof given) ? "An" : "A"} ${typeof given} is not a text` };
    }
    const reading = READ[field.kind](field, given);
    return typeof reading === "string" ? { reason: `${quote(given)} ${reading}` } : reading;
  };

  Object.assign(course, { quote, word });
})();
