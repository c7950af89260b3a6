"""Where in the book a mistake is mended: paragraphs, glossary entries, exercises."""

from __future__ import annotations

from lib.bank.definition import Place

LOGARITHM = Place("notation", "the-natural-logarithm", "The natural logarithm")
SOFTMAX = Place("notation", "softmax", "Softmax")
CROSS_ENTROPY = Place("notation", "two-forms-of-cross-entropy", "Two forms of cross-entropy")
GRADIENTS = Place("notation", "gradients", "Which gradient")
CAN_ATTEND = Place("notation", "can-attend", "Can attend")

CROSS_ENTROPY_BACKGROUND = Place("background", "cross-entropy", "Cross-entropy")
SELF_ATTENTION = Place("background", "self-attention", "Self-attention")
WORDPIECE = Place("background", "wordpiece", "WordPiece")
FINE_TUNING = Place("background", "fine-tuning-against-pretraining", "Fine-tuning against pretraining")
DECODERS = Place("background", "gpt-and-decoders", "GPT and decoders")
ENCODER_DECODERS = Place("background", "t5-and-encoderdecoders", "T5 and encoder–decoders")

RULE = Place("glossary", "term-80-10-10-rule", "80/10/10 rule")
CHOSEN = Place("glossary", "term-chosen-positions", "chosen positions")
SEP = Place("glossary", "term-SEP", "[SEP]")
MASK = Place("glossary", "term-MASK", "[MASK]")
PADDING = Place("glossary", "term-padding", "padding")
POOLER = Place("glossary", "term-pooler", "pooler")
SIGMOID = Place("glossary", "term-sigmoid", "sigmoid")
HEAD = Place("glossary", "term-head", "head")
BIAS = Place("glossary", "term-bias", "bias")

EIGHTY_TEN_TEN = Place("level-1-recognition", "eighty-ten-ten", "1.2 Eighty, ten and ten")
THREE_SCORES = Place("level-2-application", "softmax-three-logits", "2.1 Three scores, one loss")
SCORED_POSITIONS = Place("level-2-application", "scored-positions", "2.3 Which positions count")
NEXT_SENTENCE = Place("level-2-application", "next-sentence-loss", "2.4 One score for yes or no")
