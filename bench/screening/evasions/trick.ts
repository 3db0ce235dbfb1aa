import type { Random } from '../perturb.ts'

/** Words that a caller can add to a name. None of them is chosen by its effect on the search. */
export type Pools = {
  /** Given names of unlisted people. */
  given: readonly string[]
  /** Family names of unlisted people. */
  family: readonly string[]
}

/** Writes a listed name so that a person still reads it, and a search may miss it. */
export type Trick = {
  family: string
  name: string
  /** The highest share of evaded names that is accepted. Null: the share is only published. */
  most: number | null
  /** Null if it has no effect on this name. `count` is the number of added words, if the trick adds any. */
  write(name: string, random: Random, pools: Pools, count: number): string | null
  /** The counts of added words that are measured. A trick without counts adds no words. */
  counts?: readonly number[]
  /** Only names of two words. The shorter a name is, the easier it is to hide it. */
  ofTwoWords?: true
  /** Names of companies instead of people. */
  ofCompanies?: true
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)
export const wordsOf = (name: string): string[] => name.split(/[\s,]+/).filter((word) => word !== '')

/** A trick without effect on a name is not measured on it. */
export const changed = (before: string, after: string): string | null => (before === after ? null : after)

/** Replaces letters by a table of pairs, in small and in capital letters. */
export const byTable = (pairs: string): ((name: string) => string | null) => {
  const table = new Map(pairs.split(' ').map((pair) => [[...pair][0]!, [...pair].slice(1).join('')]))
  return (name) => changed(name, [...name].map((letter) => table.get(letter) ?? letter).join(''))
}
