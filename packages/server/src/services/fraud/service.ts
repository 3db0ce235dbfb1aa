import { fraudReport, fraudReportRequest } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { defineService, type Service } from '../../calls/calls/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import { type CaseNumbers, reservedCaseNumber } from './case-numbers.ts'
import { findOwnCase, fraudReportObject } from './case-row.ts'
import { legacyAlias } from './legacy-alias.ts'
import { partiesOf } from './party.ts'
import type { PartyKeyed } from './party-keys.ts'
import { reportCounter } from './report/count-report.ts'
import { type FetchEvidence, writeEvidence } from './report/evidence-files.ts'
import { description, exampleCaseNumber, examples } from './report/examples.ts'
import { type ReceiveDependencies, receiveReport } from './report/receive-report.ts'
import { checkReport } from './report/report-rules.ts'

export type FraudDependencies = PartyKeyed & {
  pool: pg.Pool
  clock: Clock
  vaults: CaseVaults
  numbers: CaseNumbers
  fetchEvidence: FetchEvidence
  /** Reports of one application about one subject in a UTC day. */
  reportsPerSubject: number
}

/** spec/fraud#fraud-reporting, Fraud Reporting. A report is a living resource: `GET` returns its case as it is now. */
export const createFraudReporting = (dependencies: FraudDependencies): Service => {
  const { pool, clock, vaults, numbers } = dependencies
  const receiving: ReceiveDependencies = {
    ...dependencies,
    takeNumber: async ({ environment, nowMs, reserved }) =>
      (reserved && reservedCaseNumber(reserved, nowMs)) ?? numbers.take(environment, nowMs),
    countReport: reportCounter(pool, dependencies.reportsPerSubject),
    storeFiles: (id, vault, files) => writeEvidence(pool, id, vault, files),
  }
  // The description is made at each start, of every process. It uses up no number and stores no file.
  const showing: ReceiveDependencies = {
    ...dependencies,
    takeNumber: async () => exampleCaseNumber,
    countReport: async () => {},
    storeFiles: async () => {},
  }
  return defineService({
    name: 'fraud_reporting',
    object: 'fraud_report',
    idPrefix: 'frd',
    path: '/v1/fraud/reports',
    title: 'Fraud Reporting',
    summary: 'Report a fraud with its parties and evidence, and follow its case.',
    actions: { call: 'Report a fraud', batch: 'Report a batch of frauds', result: 'a fraud report' },
    description,
    examples,
    refusals: ['image_unreachable', 'unsupported_identifier_type', 'invalid_identifier', 'rate_limited'],
    request: fraudReportRequest,
    result: fraudReport,
    batchFields: ['purpose'],
    // The identifiers of the parties have an issuing country. `partiesOf` checks them.
    identifierTypes: {},
    absentPurpose: 'fraud_prevention',
    charge: 'none',
    createdEvent: 'fraud_report.created',
    reserveNumbers: ({ environment, count, atMs }) => numbers.reserve(environment, atMs, count),
    aliases: [legacyAlias],
    checkFields: (request, aheadMs) => checkReport(request, clock.now() + aheadMs),
    checkPermission: ({ request }) => void partiesOf(request),
    perform: (call) => receiveReport(call, receiving),
    performExample: (call) => receiveReport(call, showing),
    async readCurrent(caseId, { applicationId }) {
      const found = await findOwnCase(pool, applicationId, caseId)
      return found && fraudReportObject(found, vaults)
    },
  })
}
