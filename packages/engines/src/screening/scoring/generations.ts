import type { AlignedWords } from './aligned-words.ts'
import type { PreparedName } from './prepare-name.ts'
import { isArticle } from './words/token.ts'

/** The words between a child and the father. */
export const sonOf: ReadonlySet<string> = new Set('bin ibn ben bn bint binti ould wuld'.split(' '))

/** Whether both names state a father, with child and father exchanged: Salman bin Muhammad, Muhammad bin Salman. */
export const isOtherGeneration = (
  a: PreparedName,
  b: PreparedName,
  pairs: readonly AlignedWords[],
): boolean => {
  const ofA = firstDescent(a)
  if (ofA === null) return false
  const ofB = firstDescent(b)
  if (ofB === null) return false
  const partner = (words: number) => pairs.find((pair) => pair.a === words)?.b
  return partner(1 << ofA.child) === 1 << ofB.father && partner(1 << ofA.father) === 1 << ofB.child
}

/** The words before and after the first "son of" or "daughter of". An article before the father is no name. */
const firstDescent = ({ tokens }: PreparedName): { child: number; father: number } | null => {
  for (let at = 1; at + 1 < tokens.length; at++) {
    if (!sonOf.has(tokens[at]!.text)) continue
    const hasArticle = isArticle(tokens[at + 1]!) && at + 2 < tokens.length
    return { child: at - 1, father: hasArticle ? at + 2 : at + 1 }
  }
  return null
}
