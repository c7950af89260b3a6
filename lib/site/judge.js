/* Judges answers by an exercise's table, as lib.answers.judge does in Python; the rules are told there. */
"use strict";
(() => {
  const { course } = globalThis;
  const { from_best: FROM_BEST, limits, numerals, patterns, remarks, texts, words } = course.shared;
  const PART = new RegExp(patterns.part, "s");

  const powerOfTen = (exponent) => Number(`1e${exponent}`);
  const isWhole = (value) => Math.abs(value - Math.floor(value + 0.5)) < 1e-6;
  const isWithin = (a, b, distance) => Math.abs(a - b) <= distance + limits.tiny;

  /* A rule takes a field's table, what was read, and the answer that this one follows from; it gives a finding or
     null. The first finding decides. */

  /** How many decimals were written, without zeros beyond those that were asked for. */
  function writtenDecimals({ value, decimals }, asked) {
    while (decimals > asked && isWhole(value * powerOfTen(decimals - 1))) decimals -= 1;
    return decimals;
  }

  function rightNumber(field, reading) {
    const { answer, decimals: asked, tolerance } = field;
    const { value } = reading;
    const written = writtenDecimals(reading, asked);
    const isShort = written === asked - 1 && isWithin(value, answer, powerOfTen(1 - asked) / 2);
    if (!isShort && !isWithin(value, answer, tolerance)) return null;
    const digits = Math.max(asked, written ?? 0);
    const right = (remark) => ({ status: "right", remark });
    if (isShort) return right(remarks.fewer);
    if (written !== null && written < asked && isWithin(value, answer, powerOfTen(-written) / 2)) {
      return right(remarks.far_fewer);
    }
    if (isWithin(value, answer, powerOfTen(-digits) / 2)) return right(digits > asked ? remarks.more : "");
    return right(isCutOff(value, answer, digits) ? remarks.cut_off : remarks.rounded_early);
  }

  function isCutOff(value, answer, digits) {
    const lost = Math.abs(answer) - Math.abs(value);
    return lost >= 0 && lost < powerOfTen(-digits) && value * answer >= 0 && isWhole(value * powerOfTen(digits));
  }

  function followed(field, reading, earlier) {
    if (!earlier) return null;
    const { number, isRight, called } = earlier;
    const isRounded = number.decimals !== null && field.kind === "number" && !isRight;
    const half = isRounded ? powerOfTen(-Math.max(number.decimals, earlier.decimals)) / 2 : 0;
    const ends = [0, half, -half].map((shift) => step(field.follows, number.value + shift));
    const reached = ends.filter((end) => end !== null);
    const slack = slackOf(field, reading) + limits.tiny;
    if (
      ends[0] === null || reading.value < Math.min(...reached) - slack || reading.value > Math.max(...reached) + slack
    ) {
      return null;
    }
    if (isRight) {
      return {
        status: "right",
        remark: `It starts from your ${called}, rounded: with more digits there it comes out nearer.`,
      };
    }
    const text = `The step is right, and starts from your ${called}. Correct ${called}, then redo this step.`;
    return { status: "mistake", text, name: "carried-forward", keepsPoints: true };
  }

  function slackOf(field, { decimals }) {
    if (field.kind === "count") return limits.exact;
    const isShort = decimals === field.decimals - 1;
    return isShort ? Math.max(field.tolerance, powerOfTen(1 - field.decimals) / 2) : field.tolerance;
  }

  function step({ how, of }, x) {
    if (how === "rest-of") return of - x;
    const inside = how === "minus-ln" ? x : 1 - x;
    return inside > 0 ? -Math.log(inside) : null;
  }

  /** The nearest mistake within a distance; of two equally near, the first. */
  function nearest(field, { value }, distance) {
    const near = field.mistakes.flatMap((mistake) => valuesOf(mistake).map((its) => [Math.abs(its - value), mistake]))
      .filter(([away]) => away <= distance + limits.tiny);
    return near.length ? near.reduce((best, each) => (each[0] < best[0] ? each : best))[1] : null;
  }

  const valuesOf = ({ value, also = [] }) => [value, ...also];

  /** Whether a number is 0, or a probability 1: an answer of its own kind, not a rounded one. */
  const isExtreme = (field, value) => value === 0 || (field.percent === "probability" && value === 1);

  const give = (field) => texts.give.replace("{}", numerals[field.decimals]);
  const few = (text, field, name = "few-digits") => ({ status: "mistake", text: `${text} ${give(field)}`, name });

  /** The answer with so few decimals that it can't be told, or cut off. */
  function coarse(field, reading) {
    const { value, decimals } = reading;
    const { answer, decimals: asked } = field;
    if (decimals === null || decimals >= asked || isExtreme(field, value)) return null;
    const half = powerOfTen(-decimals) / 2;
    const isFew = decimals < asked - 1 && isWithin(value, answer, half);
    if (!isFew && !(decimals > 0 && isCutOff(value, answer, decimals))) return null;
    const same = nearest(field, reading, field.tolerance);
    if (same) {
      const text = `${texts.unclear} ${give(field)} ${texts.no_more} ${same.feedback}`;
      return { status: "mistake", text, name: "few-digits" };
    }
    if (nearest(field, reading, half)) return few(texts.unclear, field);
    return isFew ? few(texts.nearly, field) : few(remarks.cut_off, field, "cut-off");
  }

  function nearMistake(field, reading) {
    const mistake = nearest(field, reading, field.tolerance);
    return mistake && found(mistake);
  }

  function roundedMistake(field, reading) {
    const mistake = reading.decimals >= 2 ? nearest(field, reading, powerOfTen(-reading.decimals) / 2) : null;
    return mistake && found(mistake);
  }

  function outside(field, { value }) {
    if (field.percent !== "probability") return null;
    const text = isExtreme(field, value) ? texts.extreme : value < 0 || value > 1 ? texts.outside : "";
    return text ? { status: "mistake", text, name: "outside" } : null;
  }

  /** What has so few decimals that a mistake may stand behind it, or another one. */
  function unclear(field, reading) {
    const { value, decimals } = reading;
    if (decimals === null || decimals >= Math.min(2, field.decimals - 1) || isExtreme(field, value)) return null;
    return nearest(field, reading, powerOfTen(-decimals) / 2) ? few(texts.which_slip, field) : null;
  }

  function notWhole(field, { value }) {
    const isAsked = field.percent === "percent" || Math.abs(value - Math.floor(value + 0.5)) <= limits.exact;
    return isAsked ? null : { status: "mistake", text: texts.not_whole, name: "not-whole" };
  }

  function isSame(field, { value }, other) {
    if (field.kind === "count") return Math.abs(value - other) <= limits.exact;
    if (field.kind === "shape") return value.length === other.length && value.every((each, i) => each === other[i]);
    return value === (field.kind === "word" ? course.word(other) : other);
  }

  function rightExactly(field, reading) {
    const values = [field.answer, ...(["word", "mask"].includes(field.kind) ? field.also : [])];
    return values.some((value) => isSame(field, reading, value)) ? { status: "right" } : null;
  }

  function exactMistake(field, reading) {
    const mistake = field.mistakes.find((each) => valuesOf(each).some((value) => isSame(field, reading, value)));
    return mistake ? found(mistake) : null;
  }

  function found({ name, feedback, see, excused }) {
    return excused ? { status: "right", remark: feedback } : { status: "mistake", text: feedback, name, see };
  }

  const wrong = () => ({ status: "wrong", text: texts.wrong });
  const yours = () => ({ status: "yours", text: texts.yours });

  const EXACTLY = [rightExactly, exactMistake, wrong];
  const RULES = {
    number: [rightNumber, followed, coarse, nearMistake, roundedMistake, outside, unclear, wrong],
    count: [rightExactly, followed, exactMistake, notWhole, wrong],
    shape: EXACTLY,
    choice: EXACTLY,
    word: EXACTLY,
    mask: EXACTLY,
    argument: [yours],
  };

  /** How a field is called in the feedback of another: by its part, or by its name in the same part. */
  function calledBeside(label, beside) {
    const [, part, rest] = PART.exec(label);
    return part && !beside.startsWith(part) ? part : rest;
  }

  function firstFinding(field, reading, earlier) {
    if (reading.reason) return { status: "not read", text: `${reading.reason}. Write ${field.example}.` };
    let finding = null;
    for (const rule of RULES[field.kind]) finding ??= rule(field, reading, earlier);
    return finding;
  }

  /** Where a mistake is mended; where it says nothing of that, the field does, or the one it starts from. */
  function placesOf({ status, name, see }, field, earlier) {
    if (status !== "mistake" || see?.length) return see ?? [];
    return (name === "carried-forward" ? earlier : field).see;
  }

  function judgeReading(field, reading, earlier) {
    const finding = firstFinding(field, reading, earlier);
    const { status, text = "", name = "", remark = "", keepsPoints } = finding;
    const readAs = reading.read_as ? `Read as ${reading.read_as}.` : "";
    return {
      name: field.name,
      label: field.label,
      status,
      feedback: [`${words[status]}.`, readAs, remark, text].filter(Boolean).join(" "),
      points: status === "right" || keepsPoints ? field.points : 0,
      possible: field.points,
      name_of_mistake: name,
      remark,
      see: placesOf(finding, field, earlier),
    };
  }

  function unknown(name, table) {
    const names = table.fields.map((field) => field.name).join(", ");
    const label = course.quote(name);
    const feedback = `${words["not read"]}. ${label} is no field of ${table.number}. There are ${names}.`;
    return {
      name,
      label,
      status: "not read",
      feedback,
      points: 0,
      possible: 0,
      name_of_mistake: "",
      remark: "",
      see: [],
    };
  }

  /** Says which fields are what, the worst first; one word where all are alike. */
  function summary(table, verdicts, status) {
    const groups = new Map([...FROM_BEST].reverse().map((each) => [words[each], []]));
    for (const verdict of verdicts) groups.get(words[verdict.status]).push(verdict.label);
    const leftOut = table.fields.filter((field) => !verdicts.some((verdict) => verdict.name === field.name));
    groups.set("Left out", leftOut.map((field) => field.label));
    const named = [...groups].filter(([, labels]) => labels.length);
    if (named.length === 1) return `${words[status]}.`;
    const list = (labels) => labels.length < 4 ? labels.join(", ") : `${labels.length} parts`;
    return named.map(([group, labels]) => `${group}: ${list(labels)}.`).join(" ");
  }

  function together(table, verdicts) {
    const verdict = {
      status: "not read",
      feedback: "",
      points: 0,
      possible: table.points,
      remark: "",
      fields: verdicts,
    };
    verdict.exercise = table.number;
    if (!verdicts.length) {
      const names = table.fields.map((field) => field.name).join(", ");
      verdict.feedback = `${words["not read"]}. Nothing was given. There are ${names}.`;
      return verdict;
    }
    verdict.status = FROM_BEST[Math.max(...verdicts.map(({ status }) => FROM_BEST.indexOf(status)))];
    verdict.feedback = summary(table, verdicts, verdict.status);
    for (const { points } of verdicts) verdict.points += points;
    verdict.remark = verdicts.map(({ remark }) => remark).filter(Boolean).join(" ");
    return verdict;
  }

  /** The verdict on what was typed into an exercise's fields, by name: the same as Python's, as plain JSON. */
  course.judge = (table, answers) => {
    const given = typeof answers === "object" ? answers ?? {} : {};
    const judged = new Map();
    for (const field of table.fields) {
      if (course.isLeftOut(given[field.name])) continue;
      const reading = course.read(field, given[field.name]);
      const before = judged.get(field.follows?.field);
      const earlier = before && !before.reading.reason && {
        number: before.reading,
        isRight: before.verdict.status === "right",
        decimals: before.field.decimals ?? 0,
        called: calledBeside(before.field.label, field.label),
        see: before.field.see,
      };
      judged.set(field.name, { field, reading, verdict: judgeReading(field, reading, earlier) });
    }
    const strangers = Object.keys(given).filter((name) => !table.fields.some((field) => field.name === name));
    return together(
      table,
      [...judged.values()].map(({ verdict }) => verdict).concat(
        strangers.map((name) => unknown(name, table)),
      ),
    );
  };
})();
