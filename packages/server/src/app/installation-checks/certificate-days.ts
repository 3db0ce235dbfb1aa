import { X509Certificate } from 'node:crypto'
import { dayMs } from '@nani/foundation/core/index.ts'

/** Whole days until a certificate ends, less than 0 afterwards. */
export const daysLeft = (pem: string | Buffer, nowMs: number): number =>
  Math.floor((new X509Certificate(pem).validToDate.getTime() - nowMs) / dayMs)

export const daysText = (days: number): string => (days < 0 ? 'ended' : `${days} days are left`)

const soonDays = 30

export const stateOfCertificate = (days: number): 'ok' | 'attention' | 'failed' => {
  if (days < 0) return 'failed'
  return days < soonDays ? 'attention' : 'ok'
}
