/* Tidies what was typed into a field, as lib.answers does in Python, and brings a number to its plain form. Words,
   patterns and limits are Python's own: `course.shared` (lib.answers.shared) is put before this. */
"use strict";
(() => {
  const { course } = globalThis;
  const { alike, limits, patterns, powers } = course.shared;
  const everywhere = (pattern) => new RegExp(pattern, "g");
  const [SPACES, POWER, NUMERAL] = [patterns.spaces, patterns.power, patterns.numeral].map(everywhere);
  const [WRAPPED, NAMED, ABOUT, MORE_FOLLOWS, EQUAL, CALCULATION, AROUND] = [
    patterns.wrapped,
    patterns.named,
    patterns.about,
    patterns.more_follows,
    patterns.equal,
    patterns.calculation,
    patterns.around_number,
  ].map((pattern) => new RegExp(pattern));
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

  /** A number without what may stand around it, a power of ten as `e` writes it. */
  function plainForm(text) {
    const [, ...inner] = WRAPPED.exec(text) ?? [, text];
    const bare = trim(inner.find((each) => each !== undefined)).replace(NAMED, "").replace(ABOUT, "");
    const lower = (raised) => [...raised].map((sign) => powers[1][powers[0].indexOf(sign)]).join("");
    return bare.replace(POWER, (_, power, raised) => `e${power ?? lower(raised)}`).replace(MORE_FOLLOWS, "$1");
  }

  /** What keeps a text that has been tidied from being a number. */
  function whatIsWrong(text) {
    const numerals = [...text.matchAll(NUMERAL)];
    if (!numerals.length) return "has no digits that can be read";
    const count = (part, sign) => part.split(sign).length - 1;
    const many = (part, sign, name) =>
      count(part, sign) > 1 && `has ${count(part, sign) === 2 ? "two" : "several"} ${name}`;
    for (const [numeral] of numerals) {
      const trouble = many(numeral, ",", "commas") || many(numeral, ".", "points");
      if (trouble) return trouble;
      if (numeral.includes(",") && numeral.includes(".")) return "has a comma and a point";
    }
    const ends = numerals.map(({ 0: numeral, index }) => index + numeral.length);
    const gaps = numerals.slice(1).map(({ index }, i) => text.slice(ends[i], index));
    const equal = EQUAL.exec(gaps.join(""));
    if (equal) return `has ${quote(equal[0])} between two numbers, and one is asked for`;
    if (CALCULATION.test(text)) return "is a calculation, and what it comes to is asked for";
    const bars = many(text, "/", "fraction bars");
    if (bars) return bars;
    const between = gaps.map(trim).find((gap) => gap !== "/");
    if (between !== undefined) {
      return `has ${between ? quote(between) : "a space"} between two numbers, and one is asked for`;
    }
    const signs = many(text, "%", "percent signs");
    if (signs) return signs;
    const [before, after] = [text.slice(0, numerals[0].index), trim(text.slice(ends.at(-1)))];
    if (!AROUND.test(before)) return `begins with ${quote(before)}`;
    return after ? `ends in ${quote(after)}` : "is not a number that can be read";
  }

  Object.assign(course, { isLong, plainForm, quote, size, tidy, trim, whatIsWrong });
})();
