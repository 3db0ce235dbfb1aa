import { NaniError } from '@nani/sdk'
import { adviceFor } from './caller/advice.ts'
import { Failure, type Problem } from './failure.ts'
import { paint, printable, printJson, type Terminal } from './terminal.ts'

/** Converts an error to a problem. The stack of an unexpected error becomes the message. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof NaniError) {
    const { code, message, requestId, context } = error
    const data = { ...context, ...(requestId && { request_id: requestId }) }
    return { code, message, data, next: adviceFor(error) }
  }
  if (error instanceof Failure) return error.problem
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'unexpected', message, data: {}, next: '' }
}

/** Prints `error CODE: message`, the data and the next step on standard error; with `--json`, one document. */
export const printProblem = (problem: Problem, json: boolean, terminal: Terminal): void => {
  const { code, message, data, next } = problem
  if (json) {
    printJson(terminal, { error: { code, message, ...data, next: next || undefined } })
    return
  }
  terminal.err(`${paint(terminal, 'bad', `error ${printable(code)}:`)} ${linesOf(message)}\n`)
  for (const [name, value] of Object.entries(data)) {
    if (value !== undefined) terminal.err(`  ${printable(name)}: ${printable(JSON.stringify(value))}\n`)
  }
  if (next) terminal.err(`${linesOf(next)}\n`)
}

const linesOf = (text: string): string => text.split('\n').map(printable).join('\n')
