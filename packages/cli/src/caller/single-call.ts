import type { Job, Nani } from '@nani/sdk'
import { printJson, type Terminal } from '../terminal.ts'
import { type CallerOptions, withClient } from './credentials.ts'
import { jobText } from './job.ts'

/** What every command that makes one call may say (spec 1 § Common headers and request modes). */
export type SingleCallOptions = CallerOptions & { purpose: string; reference?: string; async?: boolean }

type Methods<Request, Result> = {
  now(request: Request): Promise<Result>
  asJob(request: Request): Promise<Job<Result>>
}

/** Makes one call and prints its result as a card, or its job with `--async`. */
export const singleCall = <Request, Result>(
  methodsOf: (nani: Nani) => Methods<Request, Result>,
  request: Request,
  card: (result: Result, terminal: Terminal) => string,
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
