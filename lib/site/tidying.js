/* Tidies what was typed into a field, as lib.answers does in Python, and brings a number to its plain form. Words,
   patterns and limits are Python's own: `course.shared` (lib.answers.shared) is put before this. */
"use strict";
(() => {
  const { course } = globalThis;
  const { alike, limits, patterns, powers } = course.shared;
  const everywhere = (pattern) => new RegExp(pattern, "g");
  const [SPACES, POWER, NUMERAL] = [patterns.spaces, patterns.power, patterns.numeral].map(everywhere);
  const [WRAPPED, NAMED, ABOUT, MORE_FOLLOWS, CALCULATION, AROUND] = [
    patterns.wrapped,
    patterns.named,
    patterns.about,
    patterns.more_follows,
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
    const many = (part, signs) => {
      const found = signs.find(([sign]) => count(part, sign) > 1);
      return found && `has ${count(part, found[0]) === 2 ? "two" : "several"} ${found[1]}`;
    };
    for (const [numeral] of numerals) {
      const trouble = many(numeral, [[",", "commas"], [".", "points"]]);
      if (trouble) return trouble;
      if (numeral.includes(",") && numeral.includes(".")) return "has a comma and a point";
    }
    if (text.includes("=") && numerals.length > 1) return "has “=” between two numbers, and one is asked for";
    if (CALCULATION.test(text)) return "is a calculation, and what it comes to is asked for";
    const trouble = many(text, [["/", "fraction bars"], ["%", "percent signs"]]);
    if (trouble) return trouble;
    const end = numerals[0].index + numerals[0][0].length;
    if (numerals.length > 1) {
      const between = trim(text.slice(end, numerals[1].index));
      return `has ${between ? quote(between) : "a space"} between two numbers, and one is asked for`;
    }
    const [before, after] = [text.slice(0, numerals[0].index), trim(text.slice(end))];
    if (!AROUND.test(before)) return `begins with ${quote(before)}`;
    return after ? `ends in ${quote(after)}` : "is not a number that can be read";
  }

  Object.assign(course, { isLong, plainForm, quote, size, tidy, trim, whatIsWrong });
})();
