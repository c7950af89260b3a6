/* The formulas of the widgets. Each has its counterpart of the same name in `lib`, and a test holds
   the two against each other over random and extreme inputs. */

/** Shares in proportion to e^logit; they sum to 1. Stable: the largest logit is taken off first. */
function softmax(logits) {
  const largest = Math.max(...logits);
  const powers = logits.map((z) => Math.exp(z - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** ln of softmax, without ever forming a probability that could round to 0. */
function logSoftmax(logits) {
  const largest = Math.max(...logits);
  const total = logits.reduce((sum, z) => sum + Math.exp(z - largest), 0);
  return logits.map((z) => z - largest - Math.log(total));
}

/** −ln of the probability of the target, in nats. */
function crossEntropy(logits, target) {
  return Math.max(0, -logSoftmax(logits)[target]);
}

/** Slope of the cross-entropy along each logit: p − onehot. */
function crossEntropyGradient(logits, target) {
  return softmax(logits).map((p, i) => (i === target ? -restOf(logits, target) : p));
}

/** 1 − p of one candidate, summed from the others, so that it keeps its digits when p is near 1. */
function restOf(logits, target) {
  return softmax(logits).reduce((sum, p, i) => (i === target ? sum : sum + p), 0);
}

/** 1 / (1 + e^−x), without overflow on either side. */
function sigmoid(x) {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const power = Math.exp(x);
  return power / (1 + power);
}

/** Loss of next-sentence prediction from its raw score, in nats: ln(1 + e^∓score). */
function nspLoss(score, isNext) {
  const x = isNext ? -score : score;
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

/** Mean of −ln p over the positions of a batch, in nats. */
function batchLoss(probabilities) {
  return probabilities.reduce((sum, p) => sum - Math.log(p), 0) / probabilities.length;
}

/** How many of n tokens are chosen: the nearest whole number, or the count of BERT's code (half to even, 1 to 20). */
function countChosen(n, rule = "nearest", rate = 0.15, cap = 20) {
  const share = rate * n, below = Math.floor(share);
  if (rule === "nearest") return Math.floor(Number(share.toFixed(9)) + 0.5); // 0.15 · n may miss the half by one bit
  const up = share - below > 0.5 || (share - below === 0.5 && below % 2 === 1);
  return Math.min(cap, Math.max(1, below + (up ? 1 : 0)));
}
