/**
 * The costs of differences between two names. Chosen by hand and checked by `npm run bench:screening` (see README,
 * Scoring).
 */
export const costs = {
  /** Of the dissimilarity of two matching words. */
  dissimilarity: 1,
  /** Of the part beyond the difference that one edit makes in a word of four letters. */
  oneSlip: 0.28,
  secondSlip: 2.5,
  /** Remaining score if father and son have exchanged places. */
  otherGeneration: 0.7,
  /** Of a differing word at the same position in both names, relative to the matching words. */
  contradiction: 1.15,
  /** Of words that only one name has, as a share of the whole. */
  omission: 0.2,
  /**
   * With omissions: fewer matching words (weighted) than `thinBelow` are probably a coincidence, less so for
   * companies.
   */
  thin: 0.45,
  omissionOfCompany: 0.25,
  thinOfCompany: 0.3,
  omissionOfCharacters: 0.5,
  thinBelow: 2.6,
  /** Of a name that is only a part of a longer one, divided by the number of its words. It grows with the longer one. */
  contained: 0.13,
  containedPerWord: 0.014,
  maxContained: 0.31,
  /** The unknown part of an initial. */
  initialOmits: 0.22,
  /** Weight of an initial without a matching word. */
  wrongInitial: 0.7,
} as const
