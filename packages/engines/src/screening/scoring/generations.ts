import type { AlignedWords } from './align-names.ts'
import type { PreparedName } from './prepare-name.ts'

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

/** The words before and after the first "son of" or "daughter of". */
const firstDescent = (name: PreparedName): { child: number; father: number } | null => {
  for (let at = 1; at + 1 < name.tokens.length; at++) {
    if (sonOf.has(name.tokens[at]!.text)) return { child: at - 1, father: at + 1 }
  }
  return null
}
