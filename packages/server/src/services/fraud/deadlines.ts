import type { FraudType } from '@nani/contract'
import { dayMs, hourMs } from '@nani/foundation/core/index.ts'

/** How long investigators have for a first decision. Fraud that continues while they wait is more urgent. */
const deadlineMs: Readonly<Record<FraudType, number>> = {
  sim_swap: 4 * hourMs,
  account_takeover: 4 * hourMs,
  terrorist_financing: dayMs,
  identity_usurpation: dayMs,
  phishing: dayMs,
  social_engineering: 2 * dayMs,
  payment_fraud: 2 * dayMs,
  money_laundering: 3 * dayMs,
  robbery: 3 * dayMs,
  insider_fraud: 5 * dayMs,
  document_forgery: 7 * dayMs,
  other: 7 * dayMs,
}

/** When a case of this type is late. */
export const dueAt = (type: FraudType, createdMs: number): Date => new Date(createdMs + deadlineMs[type])
