import { type AmlCheck, amlChecks } from '@nani/contract'
import { type FraudSubject, isSearchable } from '../../../risk/fraud-network/index.ts'
import type { ListVersion } from '../../../risk/lists/index.ts'
import type { SubjectFacts } from '../subject/subject.ts'

/**
 * The requested checks that can give a result, in the order of the specification. A check does not run if its list was
 * never loaded, or if the subject has no data to search (docs/adr/0006). It is then not reported as clear.
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

/** The data by which the fraud network can find a subject. A company is found by its number only. */
export const fraudSubject = ({ type, screened, svcId, rccm }: SubjectFacts): FraudSubject => ({
  svcId,
  rccm,
  names: type === 'individual' ? (screened?.names ?? []) : [],
  dateOfBirth: screened?.birthDate ?? null,
  nationality: screened?.nationalities[0] ?? null,
})
