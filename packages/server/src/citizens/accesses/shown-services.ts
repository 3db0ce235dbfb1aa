import type { ServiceName } from '@nani/contract'

/**
 * The services whose reads a citizen sees. Screening, monitoring and fraud reports are confidential
 * (spec/aml#confidentiality). A service that is not listed here is never shown. The index of the access log repeats the list.
 */
export const shownServices = [
  'kyc_validation',
  'age_verification',
  'face_recognition',
  'credit_scoring',
  'sso_login',
] as const satisfies readonly ServiceName[]
export type ShownService = (typeof shownServices)[number]

export const isShownService = (text: string): text is ShownService =>
  (shownServices as readonly string[]).includes(text)
