import type { FraudReportRequest } from '@nani/contract'
import { type Alias, eventTypesOf } from '../../calls/calls/index.ts'

export const usurpationPath = '/v1/fraud/usurpation-reports'

/** spec/fraud#legacy-alias. */
export const legacyAlias: Alias<FraudReportRequest> = {
  path: usurpationPath,
  summary: 'Report an identity usurpation (legacy)',
  description: 'Takes the fields of a fraud report. `type` is absent or `identity_usurpation`.',
  fixed: { type: 'identity_usurpation' },
  secondEvents: { 'fraud_report.status_changed': 'usurpation_report.status_changed' },
}

/** The events of a change of status, in the order in which they are sent. */
export const statusEventTypes = (throughAlias: boolean) =>
  eventTypesOf(throughAlias ? legacyAlias : null, 'fraud_report.status_changed')
