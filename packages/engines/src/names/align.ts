import { assign } from './assign.ts'
import { joinWords } from './join.ts'
import { type OpenName, openComponents, type Settle } from './open-name.ts'
import type { NameToken, PreparedName } from './prepare.ts'
import { absent, equal, isEdit, otherRole, type Relate, type Relation, type RelationKind } from './relate.ts'

/** The counterpart of one component of a name. `null` if the other name has none. */
export interface ComparedComponent {
  readonly a: string | null
  readonly b: string | null
  readonly relation: RelationKind
}

export interface AlignedPair extends ComparedComponent {
  readonly loss: number
}

/** Pairs every component of two names with its best explanation in the other. Symmetric. */
export const alignNames = (a: PreparedName, b: PreparedName, relate: Relate): AlignedPair[] => {
  // Equally good alignments may exist: both directions must find the same one.
  if (a.key <= b.key) return alignInOrder(a, b, relate)
  return alignInOrder(b, a, relate).map((pair) => ({ ...pair, a: pair.b, b: pair.a }))
}

const alignInOrder = (nameA: PreparedName, nameB: PreparedName, relate: Relate): AlignedPair[] => {
  const pairs: AlignedPair[] = []
  const a: OpenName = { tokens: nameA.tokens, open: new Set(nameA.tokens.keys()) }
  const b: OpenName = { tokens: nameB.tokens, open: new Set(nameB.tokens.keys()) }
  const settle: Settle = (ofA, ofB, relation) => {
    for (const index of ofA) a.open.delete(index)
    for (const index of ofB) b.open.delete(index)
    const { kind, loss } = relation
    pairs.push({ a: textOf(a.tokens, ofA), b: textOf(b.tokens, ofB), relation: kind, loss })
  }
  // Equal words are paired first. Of the siblings Kalala and Kalela, each finds its own name before a typo is considered.
  settleEqual(a, b, settle)
  joinWords(a, b, settle, relate)
  joinWords(b, a, (ofB, ofA, relation) => settle(ofA, ofB, relation), relate)
  settleRest(a, b, settle, relate)
  return pairs
}

const textOf = (tokens: readonly NameToken[], indexes: readonly number[]): string | null =>
  indexes.length === 0 ? null : indexes.map((index) => tokens[index]!.text).join(' ')

const settleEqual = (a: OpenName, b: OpenName, settle: Settle): void => {
  const passes: [accept: (x: NameToken, y: NameToken) => boolean, relation: Relation][] = [
    [(x, y) => x.kind === 'component' && y.kind === 'component' && x.role === y.role, equal],
    [(x, y) => x.kind === 'component' && y.kind === 'component', otherRole],
    // A title or particle of one name can be a component of the other.
    [(x, y) => x.kind !== y.kind, equal],
  ]
  for (const [accept, relation] of passes) {
    for (const i of a.open) {
      const x = a.tokens[i]!
      for (const j of b.open) {
        const y = b.tokens[j]!
        if (x.text !== y.text || !accept(x, y)) continue
        settle([i], [j], relation)
        break
      }
    }
  }
}

const conflictCost = 1e9
const editCost = 1e5

const costOf = (relation: Relation): number =>
  (relation.kind === 'conflict' ? conflictCost : isEdit(relation) ? editCost : 0) + relation.loss

/**
 * Explains the remaining components. A spouse's name is optional. If it causes a conflict, it is left out, unless the
 * other name has a spouse too: two spouses contradict each other like two postnoms.
 */
const settleRest = (a: OpenName, b: OpenName, settle: Settle, relate: Relate): void => {
  const spousesOf = (name: OpenName) =>
    openComponents(name).filter((index) => name.tokens[index]!.role === 'spouse')
  const [spousesOfA, spousesOfB] = [spousesOf(a), spousesOf(b)]
  let pairs = cheapestPairs(a, b, relate)
  const hasConflict = pairs.some(([, , relation]) => relation.kind === 'conflict')
  if (hasConflict && spousesOfA.length > 0 !== spousesOfB.length > 0) {
    for (const i of spousesOfA) settle([i], [], absent)
    for (const j of spousesOfB) settle([], [j], absent)
    pairs = cheapestPairs(a, b, relate)
  }
  for (const [ofA, ofB, relation] of pairs) settle(ofA, ofB, relation)
}

/**
 * Assigns components one to one with the fewest conflicts, then the fewest edits, then the smallest losses. The matrix
 * is filled up to a square with empty places. Only the longer name can therefore have absent components. Two names that
 * both keep a component of their own are in conflict.
 */
const cheapestPairs = (
  a: OpenName,
  b: OpenName,
  relate: Relate,
): [ofA: number[], ofB: number[], relation: Relation][] => {
  const left = openComponents(a)
  const right = openComponents(b)
  const size = Math.max(left.length, right.length)
  const relations = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const i = left[row]
      const j = right[column]
      return i === undefined || j === undefined ? absent : relate(a.tokens[i]!, b.tokens[j]!)
    }),
  )
  const columns = assign(relations.map((row) => row.map(costOf)))
  return columns.map((column, row) => [
    left.slice(row, row + 1),
    right.slice(column, column + 1),
    relations[row]![column]!,
  ])
}
