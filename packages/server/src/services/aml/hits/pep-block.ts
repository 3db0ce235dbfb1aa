import type { AmlScreening } from '@nani/contract'
import { contributionOf } from '../risk-score.ts'
import type { Finding } from './finding.ts'

/**
 * spec/aml#pep-block. A subject with a PEP hit is a PEP, also as a relative or close associate, because the same
 * duties apply. The level is that of the most severe hit. The positions are those of all hits, each once.
 */
export const pepBlock = (findings: readonly Finding[]): AmlScreening['pep'] => {
  const found = findings
    .toSorted((a, b) => contributionOf(b) - contributionOf(a))
    .flatMap(({ pep }) => (pep === null ? [] : [pep]))
  const positions = new Map(
    found.flatMap((pep) => pep.positions.map((position) => [JSON.stringify(position), position])),
  )
  return {
    is_pep: found.length > 0,
    level: found[0]?.level ?? null,
    positions: [...positions.values()],
  }
}
