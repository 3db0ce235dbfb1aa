import type { ErrorCode } from '../errors.ts'

/** Callers read answers of the signed API, citizens those of their app. Staff are members in the console, and operators. */
export type Audience = 'caller' | 'citizen' | 'staff'

export type Text = { message: string; next: string }

/** A refusal that people see. */
export type RefusalEntry = Text & {
  /** The status of an answer over HTTP. Null: it occurs only on the command line and at a start, which are in English. */
  status: number | null
  fr: Text | null
  /** The more general code that an answer over HTTP has. With `conflict`, the code itself is the reason. */
  general?: 'not_found' | 'not_permitted' | 'conflict' | 'invalid_request'
  /** The code says no more than the general one, so that it is not given as the reason. */
  isReason?: false
  /** Codes of other audiences that this audience sees as this one. */
  includes?: readonly (ErrorCode | SharedRule)[]
  /** The seconds to wait, where the cause has no time of its own. */
  retryAfter?: number
}

/** Codes that citizens share with operators. */
type SharedRule =
  | 'archive_unavailable'
  | 'value_invalid'
  | 'consent_not_found'
  | 'consent_not_pending'
  | 'consent_not_valid'

type Details = Pick<RefusalEntry, 'includes' | 'retryAfter'>

/** The English message and next step, then both in French. */
type Texts = [message: string, next: string, frMessage: string, frNext: string]

/** A code with a status of its own. */
export const answer =
  (status: number, details: Details = {}) =>
  (...[message, next, frMessage, frNext]: Texts): RefusalEntry => ({
    status,
    message,
    next,
    fr: { message: frMessage, next: frNext },
    ...details,
  })

const underGeneral =
  (status: number, general: NonNullable<RefusalEntry['general']>) =>
  (...texts: Texts): RefusalEntry => ({ ...answer(status)(...texts), general })

/** There is no such object. Staff see the same answer as for an object of another organization. */
export const missing = underGeneral(404, 'not_found')
/** The state of the object, or another person, prevents the act. */
export const conflict = underGeneral(409, 'conflict')
/** A value that the person can correct. */
export const invalid = underGeneral(400, 'invalid_request')
/** The roles of the person do not permit it. */
export const forbidden = underGeneral(403, 'not_permitted')

/** Only the command line and a start have this code. */
export const commandOnly = (message: string, next: string): RefusalEntry => ({
  status: null,
  message,
  next,
  fr: null,
})
