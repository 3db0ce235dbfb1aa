import { assign } from './assign.ts'
import { joinWords } from './join.ts'
import type { NameToken, PreparedName } from './prepare.ts'
import { ABSENT, EQUAL, isEdit, OTHER_ROLE, type Relate, type Relation, type RelationKind } from './relate.ts'

/** What one component of a name was compared with; `null` where the other name has none. */
export interface ComparedComponent {
  readonly a: string | null
  readonly b: string | null
  readonly relation: RelationKind
}

export interface AlignedPair extends ComparedComponent {
  readonly loss: number
}

/** The tokens of one name that no token of the other explains yet, by position. */
export type Unexplained = Set<number>

/** Pairs every component of two names with its best explanation in the other. Symmetric. */
export function alignNames(a: PreparedName, b: PreparedName, relate: Relate): AlignedPair[] {
  // Equally good alignments may exist: both directions must find the same one.
  if (a.key <= b.key) return alignInOrder(a, b, relate)
  return alignInOrder(b, a, relate).map((pair) => ({ ...pair, a: pair.b, b: pair.a }))
}

function alignInOrder(a: PreparedName, b: PreparedName, relate: Relate): AlignedPair[] {
  const pairs: AlignedPair[] = []
  const openA: Unexplained = new Set(a.tokens.keys())
  const openB: Unexplained = new Set(b.tokens.keys())
  const settle = (ofA: readonly number[], ofB: readonly number[], relation: Relation) => {
    for (const index of ofA) openA.delete(index)
    for (const index of ofB) openB.delete(index)
    pairs.push(describe(a.tokens, ofA, b.tokens, ofB, relation))
  }
  // An equal word is never given away to explain another: of two siblings Kalala and Kalela, each finds
  // its own before a typo is looked for.
  settleEqual(a.tokens, openA, b.tokens, openB, settle)
  joinWords(a.tokens, openA, b.tokens, openB, settle, relate)
  const settleSwapped: Settle = (ofB, ofA, relation) => settle(ofA, ofB, relation)
  joinWords(b.tokens, openB, a.tokens, openA, settleSwapped, relate)
  settleRest(a.tokens, openA, b.tokens, openB, settle, relate)
  return pairs
}

export type Settle = (ofA: readonly number[], ofB: readonly number[], relation: Relation) => void

function describe(
  a: readonly NameToken[],
  ofA: readonly number[],
  b: readonly NameToken[],
  ofB: readonly number[],
  relation: Relation,
): AlignedPair {
  const text = (tokens: readonly NameToken[], indexes: readonly number[]) =>
    indexes.length === 0 ? null : indexes.map((index) => tokens[index]!.text).join(' ')
  return { a: text(a, ofA), b: text(b, ofB), relation: relation.kind, loss: relation.loss }
}

function settleEqual(
  a: readonly NameToken[],
  openA: Unexplained,
  b: readonly NameToken[],
  openB: Unexplained,
  settle: Settle,
): void {
  const passes: [accept: (x: NameToken, y: NameToken) => boolean, relation: Relation][] = [
    [(x, y) => x.kind === 'component' && y.kind === 'component' && x.role === y.role, EQUAL],
    [(x, y) => x.kind === 'component' && y.kind === 'component', OTHER_ROLE],
    // What one name lets pass as a title or particle can be a component of the other.
    [(x, y) => x.kind !== y.kind, EQUAL],
  ]
  for (const [accept, relation] of passes) {
    for (const i of openA) {
      const x = a[i]!
      for (const j of openB) {
        const y = b[j]!
        if (x.text !== y.text || !accept(x, y)) continue
        settle([i], [j], relation)
        break
      }
    }
  }
}

const CONFLICT_COST = 1e9
const EDIT_COST = 1e5

function costOf(relation: Relation): number {
  return (relation.kind === 'conflict' ? CONFLICT_COST : isEdit(relation) ? EDIT_COST : 0) + relation.loss
}

/**
 * Explains what is left. A spouse's name is optional, so where it stands in the way it is set aside,
 * unless the other name has a spouse too: two spouses contradict each other like two postnoms.
 */
function settleRest(
  a: readonly NameToken[],
  openA: Unexplained,
  b: readonly NameToken[],
  openB: Unexplained,
  settle: Settle,
  relate: Relate,
): void {
  const left = components(a, openA)
  const right = components(b, openB)
  const spousesLeft = left.filter((i) => a[i]!.role === 'spouse')
  const spousesRight = right.filter((j) => b[j]!.role === 'spouse')
  let pairs = cheapestPairs(a, left, b, right, relate)
  const isRefused = pairs.some(([, , relation]) => relation.kind === 'conflict')
  if (isRefused && spousesLeft.length > 0 !== spousesRight.length > 0) {
    for (const i of spousesLeft) settle([i], [], ABSENT)
    for (const j of spousesRight) settle([], [j], ABSENT)
    pairs = cheapestPairs(a, components(a, openA), b, components(b, openB), relate)
  }
  for (const [ofA, ofB, relation] of pairs) settle(ofA, ofB, relation)
}

/**
 * Assigns components one to one so that conflicts, then edits, then losses are fewest. The matrix is
 * filled up to a square with empty places: as many components are absent as one name has more than the
 * other, so two names which both keep something of their own are in conflict.
 */
function cheapestPairs(
  a: readonly NameToken[],
  left: readonly number[],
  b: readonly NameToken[],
  right: readonly number[],
  relate: Relate,
): [ofA: number[], ofB: number[], relation: Relation][] {
  const size = Math.max(left.length, right.length)
  const relations = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const i = left[row]
      const j = right[column]
      return i === undefined || j === undefined ? ABSENT : relate(a[i]!, b[j]!)
    }),
  )
  const columns = assign(relations.map((row) => row.map(costOf)))
  return columns.map((column, row) => [
    left.slice(row, row + 1),
    right.slice(column, column + 1),
    relations[row]![column]!,
  ])
}

function components(tokens: readonly NameToken[], open: Unexplained): number[] {
  return [...open].filter((index) => tokens[index]!.kind === 'component')
}
