import type { PreparedName } from '../scoring/index.ts'
import { itemsUnder } from './buckets.ts'
import { type IndexPart, isGone } from './index-part.ts'
import { Sieve } from './sieve.ts'
import type { SieveRule } from './sieve-rule.ts'
import { identifierHash } from './token-keys.ts'

/** A record that may be meant, and which of its names and of the query's passed the sieve together. */
export type Candidate = { record: number; names: Set<number>; queries: Set<number> }

/** The records of a segment that a worker looks through; what it needs beside the shared memory is made at first use. */
export class CandidateFinder {
  readonly #sieve: Sieve

  constructor(part: IndexPart) {
    this.#sieve = new Sieve(part.segment)
  }

  /** Those found by a name, and those that may be found by a number alone (`names` is then empty). */
  find(
    part: IndexPart,
    names: readonly PreparedName[],
    identifiers: readonly string[],
    rule: SieveRule,
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
      for (const name of this.#sieve.find(queryName, rule)) {
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
