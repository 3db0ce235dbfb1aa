/** An error as a command reports it: its code, one sentence, further data, and the next step. */
export type Problem = { code: string; message: string; data: Record<string, unknown>; next: string }

/** Errors that a command for callers finds itself. Those of the API have the codes of the error catalogue. */
export const failures = {
  credentials_not_found: 'No credentials file was found.',
  credentials_invalid: 'The credentials file has no credentials of the environment.',
  event_not_seen: 'The event of a call did not follow in time.',
  file_not_found: 'A file that the command names does not exist.',
  invalid_value: 'A value of the command cannot be used.',
  key_set_unreachable: 'The key set could not be read from its address.',
} as const

export type FailureCode = keyof typeof failures

/** An error that the user of a command can repair. Exit code 1. */
export class Failure extends Error {
  readonly problem: Problem

  constructor(code: FailureCode, message: string, next = '') {
    super(message)
    this.name = 'Failure'
    this.problem = { code, message, data: {}, next }
  }
}
