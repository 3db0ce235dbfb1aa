import type { NameToken } from './prepare.ts'
import type { Relation } from './relate.ts'

/** The positions of the tokens that no token of the other name explains yet. */
export type OpenTokens = Set<number>

/** A name during the alignment: its tokens, and those that are still unexplained. */
export type OpenName = { readonly tokens: readonly NameToken[]; readonly open: OpenTokens }

/** Records that tokens of one name explain tokens of the other. They are no longer open. */
export type Settle = (ofA: readonly number[], ofB: readonly number[], relation: Relation) => void

/** The open components. Titles and particles are not among them. */
export const openComponents = ({ tokens, open }: OpenName): number[] =>
  [...open].filter((index) => tokens[index]!.kind === 'component')
