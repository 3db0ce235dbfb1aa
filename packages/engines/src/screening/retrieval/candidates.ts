import type { PreparedName } from '../scoring/index.ts'
import { itemsUnder } from './buckets.ts'
import { type IndexPart, isGone } from './index-part.ts'
import { Prefilter } from './prefilter.ts'
import type { PrefilterRule } from './prefilter-rule.ts'
import { identifierHash } from './token-keys.ts'

/** A record that may match, with its names and the names of the query that passed the prefilter together. */
export type Candidate = { record: number; names: Set<number>; queries: Set<number> }

/** The names and identifiers of a query. */
export type SearchKeys = { names: readonly PreparedName[]; identifiers: readonly string[] }

/** The records of a segment that one worker searches. Data outside the shared memory is created at first use. */
export class CandidateFinder {
  readonly #prefilter: Prefilter

  constructor(part: IndexPart) {
    this.#prefilter = new Prefilter(part.segment)
  }

  /** Returns candidates found by name, and candidates found by a number only (their `names` is empty). */
  find(
    part: IndexPart,
    { names, identifiers }: SearchKeys,
    rule: PrefilterRule,
    isWanted: (record: number) => boolean,
  ): Map<number, Candidate> {
    const { nameRecord, recordNames } = part.segment
    const found = new Map<number, Candidate>()
    const candidateAt = (record: number): Candidate | undefined => {
      const known = found.get(record)
      if (known !== undefined) return known
      if (isGone(part, record) || !isWanted(record)) return undefined
      const candidate = { record, names: new Set<number>(), queries: new Set<number>() }
      found.set(record, candidate)
      return candidate
    }
    names.forEach((queryName, query) => {
      for (const name of this.#prefilter.find(queryName, rule)) {
        const record = nameRecord[name]!
        const candidate = candidateAt(record)
        candidate?.names.add(name - recordNames[record]!)
        candidate?.queries.add(query)
      }
    })
    for (const value of identifiers)
      for (const record of itemsUnder(part.segment.identifiers, identifierHash(value))) candidateAt(record)
    return found
  }
}
