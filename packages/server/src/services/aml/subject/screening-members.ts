import type { Identifier } from '@nani/contract'
import { absoluteUrl } from '../../../calls/calls/index.ts'
import type { Screening } from '../screen-subject.ts'
import type { SubjectFacts } from './subject.ts'

export const screeningsPath = '/v1/aml/screenings'

export type ScreenedParty = { type: SubjectFacts['type']; identifier: Identifier | null }

/** The members of an `aml_screening` that calls and monitors share, in the order of the specification. */
export const screeningMembers = (
  { type, identifier }: ScreenedParty,
  screening: Screening,
  screeningId: string,
  monitorId: string | null,
) => ({
  subject: { type, ...(identifier && { identifier }) },
  checks: screening.checks,
  risk_level: screening.riskLevel,
  risk_score: screening.riskScore,
  hits: screening.findings.map(({ hit }, position) => hitAt(position, hit, screeningId)),
  pep: screening.pep,
  fraud_signals: screening.fraudSignals,
  list_versions: screening.listVersions,
  monitoring: { enabled: monitorId !== null, monitor_id: monitorId },
})

/** A hit in the order of the specification's table, with the URL of the entry. */
const hitAt = (position: number, hit: Screening['findings'][number]['hit'], screeningId: string) => {
  const { list, category, match_score, matched_name, listed_on, source, fraud_case } = hit
  return {
    list,
    category,
    match_score,
    matched_name,
    listed_on,
    details_url: absoluteUrl(`${screeningsPath}/${screeningId}/hits/${position}`),
    ...(source && { source }),
    ...(fraud_case && { fraud_case }),
  }
}
