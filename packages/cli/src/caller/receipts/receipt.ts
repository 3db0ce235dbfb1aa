import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { showClaims } from '@nani/sdk'
import { Failure } from '../../failure.ts'
import { printJson, type Terminal } from '../../terminal.ts'
import { type CallerOptions, withClient } from '../credentials.ts'

export type ReceiptOptions = CallerOptions & { show?: string[]; out?: string }

/** `nani receipt ID`: the receipt of a result, with the claims that its holder shows. */
export const receipt = (id: string, options: ReceiptOptions, terminal: Terminal): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const answer = await retrieve(id, () => nani.receipts.retrieve(id))
    const shown = options.show ? await shownBy(answer.receipt, options.show) : answer.receipt
    if (options.out !== undefined) write(resolve(terminal.cwd, options.out), `${shown}\n`)
    if (options.json) printJson(terminal, { ...answer, receipt: shown })
    else if (options.out === undefined) terminal.out(`${shown}\n`)
    else terminal.out(`The receipt of ${id} is in ${options.out}.\n`)
  })

const retrieve = async <Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Failure(
      'invalid_value',
      `"${id}" is not the id of a result.`,
      'Use the id that the call returned.',
    )
  }
}

const shownBy = async (text: string, claims: string[]): Promise<string> => {
  try {
    return await showClaims(text, claims)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure(
      'invalid_value',
      error.message,
      'Read the claims with: nani receipt verify FILE --jwks URL',
    )
  }
}

const write = (path: string, text: string): void => {
  try {
    writeFileSync(path, text)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Failure('invalid_value', `The file ${path} cannot be written: ${error.code}.`)
  }
}
