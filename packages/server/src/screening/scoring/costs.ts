/** What differences between two names cost. Chosen by hand and checked by `npm run bench:screening` (README § Scoring). */
export const COSTS = {
  /** Of the dissimilarity of two words that stand for each other. */
  dissimilarity: 1,
  /** And beyond the difference that one slip makes in a word of four letters. */
  oneSlip: 0.28,
  secondSlip: 2.5,
  /** What is left when father and son have changed places. */
  otherGeneration: 0.7,
  /** A word that both names have in the same place and that differs, in words that agree. */
  contradiction: 1.15,
  /** Words that one name leaves out, as a share of the whole. */
  omission: 0.2,
  /** Beside omissions, a name that agrees in less than `thinBelow` words (weighted) agrees by chance; a company's less than a person's. */
  thin: 0.45,
  omissionOfCompany: 0.25,
  thinOfCompany: 0.3,
  omissionOfCharacters: 0.5,
  thinBelow: 2.6,
  /** What an initial leaves unsaid. */
  initialOmits: 0.22,
  /** Weight of an initial that no word explains. */
  wrongInitial: 0.7,
} as const
