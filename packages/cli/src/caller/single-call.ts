import type { Job, Nani } from '@nani/sdk'
import { printJson, type Terminal } from '../terminal.ts'
import { type CallerOptions, withClient } from './credentials.ts'
import { jobText } from './job.ts'

/** The options of every command that makes one call (spec/request-modes#four-modes). */
export type SingleCallOptions = CallerOptions & { purpose: string; reference?: string; async?: boolean }

type Methods<Request, Result> = {
  now(request: Request): Promise<Result>
  asJob(request: Request): Promise<Job<Result>>
}

type SingleCall<Request, Result> = {
  methodsOf: (nani: Nani) => Methods<Request, Result>
  request: Request
  /** The text form of the result. */
  card: (result: Result, terminal: Terminal) => string
}

/** Makes one call and prints its result as a card, or its job with `--async`. */
export const singleCall = <Request, Result>(
  { methodsOf, request, card }: SingleCall<Request, Result>,
  options: SingleCallOptions,
  terminal: Terminal,
): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const methods = methodsOf(nani)
    const answer = options.async ? await methods.asJob(request) : await methods.now(request)
    if (options.json) printJson(terminal, answer)
    else if (options.async) terminal.out(jobText(answer as Job, terminal))
    else terminal.out(card(answer as Result, terminal))
  })
