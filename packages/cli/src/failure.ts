/** An end that is the user's to mend: what is wrong, and what to do next. Exit code 1. */
export class Failure extends Error {
  readonly advice: string
  /** What was done all the same, beside the message. */
  readonly context: Record<string, unknown>

  constructor(message: string, advice: string, context: Record<string, unknown> = {}) {
    super(message)
    this.name = 'Failure'
    this.advice = advice
    this.context = context
  }
}
