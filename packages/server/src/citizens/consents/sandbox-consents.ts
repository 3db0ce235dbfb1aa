import { dayMs } from '@nani/foundation/core/index.ts'
import { approvalOf, sandboxSvcId } from '../../register/synthetic-data/index.ts'
import { answerMs, validityMs } from './consent-states.ts'

/** The consents of the sandbox that exist for every application, without a request (spec/sandbox#sandbox-consents). */
export const sandboxConsents = {
  valid: 'cns_sandbox_valid',
  expired: 'cns_sandbox_expired',
  revoked: 'cns_sandbox_revoked',
  other: 'cns_sandbox_other',
} as const

const holder = sandboxSvcId('0008')
const otherHolder = sandboxSvcId('0003')

export type FixedConsent = {
  status: 'approved' | 'expired' | 'revoked'
  svcId: string
  grantedAt: Date
  lapsesAt: Date
}

/** It is granted at the start of the day, so that it never lapses. */
export const fixedConsent = (consentId: string, nowMs: number): FixedConsent | null => {
  const grantedMs = Math.floor(nowMs / dayMs) * dayMs
  const granted = { grantedAt: new Date(grantedMs), lapsesAt: new Date(grantedMs + validityMs) }
  switch (consentId) {
    case sandboxConsents.valid:
      return { ...granted, status: 'approved', svcId: holder }
    case sandboxConsents.other:
      return { ...granted, status: 'approved', svcId: otherHolder }
    case sandboxConsents.expired:
      return { ...granted, status: 'expired', svcId: holder }
    case sandboxConsents.revoked:
      return { ...granted, status: 'revoked', svcId: holder }
    default:
      return null
  }
}

const automaticAnswerMs = 2_000

/** What a request of the sandbox becomes by itself, and when (spec/sandbox#sandbox-consents). */
export const sandboxAnswer = (
  svcId: string,
  nowMs: number,
): { dueStatus: 'approved' | 'declined' | 'expired'; dueAt: Date } => {
  const soon = new Date(nowMs + automaticAnswerMs)
  switch (approvalOf(svcId)) {
    case 'never':
      return { dueStatus: 'expired', dueAt: new Date(nowMs + answerMs) }
    case 'declines':
      return { dueStatus: 'declined', dueAt: soon }
    case 'approves':
      return { dueStatus: 'approved', dueAt: soon }
  }
}
