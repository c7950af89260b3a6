/* Reads what was typed into a field, as lib.answers does in Python. Nothing is altered silently. */
"use strict";
(() => {
  const { course } = globalThis;
  const { isLong, plainForm, quote, size, tidy, trim, whatIsWrong } = course;
  const { beside, limits, other_units: otherUnits, patterns, percent_signs: percentSigns } = course.shared;
  const everywhere = (pattern) => new RegExp(pattern, "g");
  const [SPACES, IGNORED, ZEROS, DIMENSIONS, BETWEEN] = [
    patterns.spaces,
    patterns.ignored,
    patterns.zeros,
    patterns.dimensions,
    patterns.between,
  ].map(everywhere);
  const [NUMBER, PLAIN, GROUPED, EDGES] = [patterns.number, patterns.plain, patterns.grouped, patterns.edges]
    .map((pattern) => new RegExp(pattern));
  const [BEFORE, DOUBLED, SHAPE, LENGTH, OUTSIDE, TWO_LENGTHS] = [
    patterns.before,
    patterns.doubled,
    patterns.shape,
    patterns.length,
    patterns.outside,
    patterns.two_lengths,
  ].map((pattern) => new RegExp(pattern));
  const [WORDS, ROWS, AROUND, CAN, CANNOT, FLOATS] = [
    patterns.words,
    patterns.rows,
    patterns.around,
    patterns.can,
    patterns.cannot,
    patterns.floats,
  ].map(everywhere);

  /* What follows returns what was read, or, as a text, why it could not be. */

  function readNumber(field, text) {
    if (isLong(text)) return "is too long for a number";
    const match = NUMBER.exec(plainForm(tidy(text)));
    const [, , whole, fraction, power, , over, overFraction] = match ?? [];
    if (!(whole || fraction) || (over !== undefined && !(over || overFraction))) return whatIsWrong(tidy(text));
    const tail = trim(match[9] ?? "").toLowerCase();
    const hasSign = percentSigns.includes(tail);
    if (tail && !hasSign && !field.units.includes(tail)) {
      const other = field.units.length && otherUnits.includes(tail)
        ? `, and what is asked for is in ${field.units[0]}`
        : "";
      return `ends in ${quote(match[9])}${other}`;
    }
    if (hasSign && field.percent === "no") return "is a percent, and what is asked for is not";
    if (hasSign && over !== undefined) return "has a fraction bar and a percent sign, and can be read in two ways";
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
    const shown = decimals === null ? size.toFixed(4).replace(ZEROS, "$1") : size.toFixed(decimals);
    return `${value < 0 ? "−" : ""}${shown}${percent === "percent" ? " %" : ""}`;
  }

  function readCount(field, text) {
    if (!isLong(text) && GROUPED.test(tidy(text))) return "can be read in two ways, with decimals or without";
    const reading = readNumber(field, text);
    if (typeof reading === "string") return reading;
    if (field.percent === "no" && reading.decimals === null && isShare(reading.value)) {
      return "is a fraction of one, and a count is asked for";
    }
    return { ...reading, read_as: reading.read_as.replace(ZEROS, "$1") };
  }

  function readShape(_, text) {
    if (isLong(text)) return "is too long for a shape";
    const bare = tidy(text).replace(/ ?\.$/, "").replace(BEFORE, "").replace(DOUBLED, "$1").replace(DIMENSIONS, ",");
    const match = SHAPE.exec(bare);
    if (!match) return whatIsOutside(bare);
    const inner = trim(match.slice(1).find((each) => each !== undefined)).replace(/ ?,$/, "");
    const lengths = inner.split(BETWEEN).map(tidy);
    if (lengths.length > limits.axes) return `has more than ${limits.axes} lengths`;
    const odd = lengths.find((each) => !LENGTH.test(each));
    if (odd !== undefined) return whatIsOdd(odd);
    const value = lengths.map((each) => /n/i.test(each) ? "n" : Number(each));
    const shown = `(${value.join(", ")}${value.length === 1 ? "," : ""})`;
    return { value, read_as: text.replaceAll(" ", "") === shown.replaceAll(" ", "") ? "" : shown };
  }

  /** What is wrong with the brackets of a shape. */
  function whatIsOutside(text) {
    const [before, after] = (OUTSIDE.exec(text) ?? ["", "", ""]).slice(1).map(trim);
    if (before) return `begins with ${quote(before)}`;
    return after ? `ends in ${quote(after)}` : "has brackets that don't pair up";
  }

  /** Why something is not one of the lengths of a shape. */
  function whatIsOdd(length) {
    if (!length) return "leaves a length out";
    const two = TWO_LENGTHS.exec(length);
    if (!two) return `has ${quote(length)} where a whole number or n is to stand`;
    const sign = trim(two[1]);
    return `has ${sign ? quote(sign) : "a space"} between two lengths, where a comma or × is to stand`;
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

  function readWord(field, text) {
    if (isLong(text) || size(word(text)) > limits.word) return "is too long for a word";
    if (!/[a-z]/.test(word(text))) return "has no letters that can be read";
    const mistakes = field.mistakes.flatMap(({ value, also = [] }) => [value, ...also]);
    const known = [field.answer, ...field.also, ...mistakes].map(word);
    const words = (tidy(text).toLowerCase().match(WORDS) ?? []).filter((each) => !beside.includes(each));
    if (words.length > 1 && !known.includes(word(text))) return "has more than one word";
    return { value: word(text), read_as: "" };
  }

  /** Who can attend to whom, as rows of 1 and 0. */
  function readMask(_, text) {
    if (size(text) > limits.mask) return "is too long for a grid";
    const plain = text.includes("[") ? text.replace(FLOATS, "") : text;
    const parts = plain.split(ROWS).flatMap((line) => tidy(line).toLowerCase().split(ROWS));
    const filled = parts.filter((part) => part.replace(AROUND, ""));
    const rows = (filled.length === 1 ? filled[0].split(filled[0].includes(" ") ? " " : ",") : filled)
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

  Object.assign(course, { word });
})();
