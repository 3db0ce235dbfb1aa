import type { FraudReport, FraudReportRequest } from '@nani/contract'
import type { PerformedAs, ServiceCall } from '../../../calls/calls/index.ts'
import type { CaseVault, CaseVaults } from '../../../risk/fraud-network/index.ts'
import { reportOf, sealReport } from '../case-report.ts'
import { dueAt } from '../deadlines.ts'
import { usurpationPath } from '../legacy-alias.ts'
import { type Party, partiesOf } from '../party.ts'
import { type PartyKeyed, partyKeysOf } from '../party-keys.ts'
import { subjectKeysOf } from '../subject-keys.ts'
import type { CountReport } from './count-report.ts'
import { type EvidenceFile, evidenceFiles, type FetchEvidence } from './evidence-files.ts'
import { firstStatus, newCaseEffects, type ReturnedParties } from './new-case.ts'

export type ReceiveDependencies = PartyKeyed & {
  vaults: CaseVaults
  fetchEvidence: FetchEvidence
  takeNumber(call: Pick<ServiceCall<unknown>, 'environment' | 'nowMs' | 'reserved'>): Promise<string>
  /** Counts the report about its subject, or refuses it. */
  countReport: CountReport
  /** Stores the files of a case before the case itself. */
  storeFiles(
    id: { applicationId: string; caseId: string },
    vault: CaseVault['vault'],
    files: readonly EvidenceFile[],
  ): Promise<void>
}

/** Opens the case of a report (spec/fraud#fraud-reporting). Its rows are effects of the call. */
export const receiveReport = async (
  call: ServiceCall<FraudReportRequest>,
  dependencies: ReceiveDependencies,
): Promise<PerformedAs<FraudReport>> => {
  const { request, environment, applicationId, resultId: caseId, nowMs } = call
  // Limits and the numbers of cases have real time: all applications share the numbers.
  const realMs = nowMs - call.clockAheadMs
  const parties = partiesOf(request)
  const files = await evidenceFiles(request.evidence ?? [], dependencies.fetchEvidence)
  const subjectKeys = subjectKeysOf(parties.subject, environment, dependencies.partyKey)
  // After the evidence, so that a file that cannot be fetched uses up no report.
  await dependencies.countReport({ applicationId, subjectKeys, nowMs: realMs })
  const caseNumber = await dependencies.takeNumber({ ...call, nowMs: realMs })
  const id = { applicationId, caseId }
  const { sealedKey, vault } = dependencies.vaults.create(id)
  await dependencies.storeFiles(id, vault, files)
  const returned = returnedParties(parties.subject, parties.victims)
  return {
    outcome: firstStatus,
    fields: {
      case_number: caseNumber,
      status: firstStatus,
      type: request.type,
      ...returned,
      reporter_reference: request.reporter_reference ?? null,
    },
    effects: newCaseEffects({
      environment,
      caseNumber,
      request,
      throughAlias: call.origin.path === usurpationPath,
      parties: returned,
      hasIdentifiedParty: [parties.subject, ...parties.victims].some(isIdentified),
      evidenceCount: files.length,
      createdAt: new Date(nowMs),
      dueAt: dueAt(request.type, nowMs),
      sealedReport: sealReport(vault, id, reportOf(request, parties)),
      sealedKey,
      subjectKeys,
      keys: partyKeysOf(parties, environment, dependencies.partyKey),
    }),
  }
}

const isIdentified = (party: Party | null): boolean => party !== null && !party.anonymous

const returnedParties = (subject: Party | null, victims: readonly Party[]): ReturnedParties => ({
  subject: subject && { type: subject.kind, role: subject.role, country: subject.country },
  victims: victims.map(({ kind, country, anonymous }) => ({ type: kind, country, anonymous })),
})
