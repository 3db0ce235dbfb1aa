import type { Purpose } from '../purposes.ts'
import type { ServiceName } from '../services.ts'

/**
 * The words of the access log in one language, for the app and for the files that a citizen downloads. Each language has all
 * of them; the compiler checks this.
 */
export type AccessWords = {
  services: Readonly<Record<ServiceName, string>>
  purposes: Readonly<Record<Purpose | 'sign_in', string>>
  log: LogWords
}

export type LogWords = {
  title: string
  made: string
  none: string
  shortened: string
  entries: string
  page: string
  time: string
  organization: string
  application: string
  service: string
  purpose: string
  data: string
  reason: string
  /** The reason of the comparison of faces when a citizen approves a sign-in. */
  approval: string
  readAgain: string
  dispute: string
  id: string
  disputes: Readonly<Record<'open' | 'answered', string>>
}
