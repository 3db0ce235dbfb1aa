/** Matching words of both names: bit sets of positions, and their similarity. */
export type AlignedWords = { a: number; b: number; similarity: number }
