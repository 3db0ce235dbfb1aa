/** An end that is the user's to mend: what is wrong, and what to do next. Exit code 1. */
export class Failure extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.name = 'Failure'
    this.advice = advice
  }
}
