import type { Environment } from '@nani/contract'

/** What the metrics have of a call. Every member has few values. The code of an answer is "ok". */
export type AnsweredCall = { environment: Environment; service: string; mode: string; code: string }

/** `seconds`: from the arrival of the head to the answer. */
export type CountCall = (call: AnsweredCall, seconds: number) => void
