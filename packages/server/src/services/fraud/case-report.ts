import type { FraudReportRequest } from '@nani/contract'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Party } from './party.ts'

/** A report without its files. It is encrypted under the key of its case. */
export type CaseReport = {
  subject: Party | null
  victims: readonly Party[]
  description: string
  occurredAt: string | null
  location: { country: string; province: string | null; city: string | null } | null
  reporterReference: string | null
}

type CaseId = { applicationId: string; caseId: string }

const contextOf = (part: string, { applicationId, caseId }: CaseId): string =>
  `fraud ${part}:${applicationId}:${caseId}`

export const reportOf = (
  request: FraudReportRequest,
  parties: { subject: Party | null; victims: readonly Party[] },
): CaseReport => ({
  ...parties,
  description: request.description,
  occurredAt: request.occurred_at ?? null,
  location: request.location
    ? {
        country: request.location.country ?? 'COD',
        province: request.location.province ?? null,
        city: request.location.city ?? null,
      }
    : null,
  reporterReference: request.reporter_reference ?? null,
})

export const sealReport = (vault: Vault, id: CaseId, report: CaseReport): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(report)), contextOf('report', id))

export const openReport = (vault: Vault, id: CaseId, sealed: Uint8Array): CaseReport =>
  JSON.parse(vault.open(sealed, contextOf('report', id)).toString('utf8')) as CaseReport

/** A text of a case, such as a note: `place` says which, so that none can be moved to another place. */
export const sealText = (vault: Vault, id: CaseId, place: string, text: string): Buffer =>
  vault.seal(Buffer.from(text), contextOf(place, id))

export const openText = (vault: Vault, id: CaseId, place: string, sealed: Uint8Array): string =>
  vault.open(sealed, contextOf(place, id)).toString('utf8')

/** The place of a file of evidence, and of its description. */
export const placeOfFile = (position: number): string => `evidence ${position}`
export const placeOfDescription = (position: number): string => `evidence description ${position}`

/** The context under which a file is sealed. */
export const contextOfFile = (id: CaseId, position: number): string => contextOf(placeOfFile(position), id)
