import type { Access } from '../../contract.ts'
import type { Texts } from '../../texts/texts.ts'

/** The reason of an application, as it was written. That of a sign-in is known, and is in the language. */
export const reasonInWords = ({ accesses }: Texts, { service, reason }: Access): string | null =>
  reason !== null && service === 'sso_login' ? accesses.approvalReason : reason
