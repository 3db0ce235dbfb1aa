import type { AmlScreening } from '@nani/contract'
import type { Finding } from './finding.ts'
import { gravity } from './risk-score.ts'

/**
 * Spec 2 § `pep`. Who has a PEP hit is told as one, relatives and close associates too: the same duties apply to
 * them. The level is that of the gravest hit; the positions are those of all, each once.
 */
export const pepBlock = (findings: readonly Finding[]): AmlScreening['pep'] => {
  const found = findings
    .toSorted((a, b) => gravity(b) - gravity(a))
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
