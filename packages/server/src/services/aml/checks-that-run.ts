import { type AmlCheck, amlChecks } from '@nani/contract'
import type { ListVersion } from '../../lists/index.ts'
import { type FraudSubject, isSearchable } from './fraud-network.ts'
import type { SubjectFacts } from './subject.ts'

/**
 * Which of the checks asked for can say anything, in the order of the specification. One whose list was never loaded
 * did not run, nor did one that knows nothing of the subject to look for (docs/adr/0006): neither is told as clear.
 */
export const checksThatRun = (
  facts: SubjectFacts,
  asked: readonly AmlCheck[],
  loaded: readonly Pick<ListVersion, 'category'>[],
): AmlCheck[] => {
  const isLoaded = (check: AmlCheck) => loaded.some(({ category }) => category === check)
  const byName = facts.screened !== null
  const runs: Record<AmlCheck, boolean> = {
    sanctions: byName && isLoaded('sanctions'),
    pep: byName && isLoaded('pep'),
    adverse_media: byName && isLoaded('adverse_media'),
    watchlists: (byName && isLoaded('watchlists')) || isSearchable(fraudSubject(facts)),
    high_risk_jurisdictions: facts.exposures.length > 0 && isLoaded('high_risk_jurisdictions'),
  }
  return amlChecks.filter((check) => runs[check] && asked.includes(check))
}

/** What the fraud network may know a subject by. A company is known to it by its number alone. */
export const fraudSubject = ({ type, screened, svcId, rccm }: SubjectFacts): FraudSubject => ({
  svcId,
  rccm,
  names: type === 'individual' ? (screened?.names ?? []) : [],
  dateOfBirth: screened?.birthDate ?? null,
  nationality: screened?.nationalities[0] ?? null,
})
