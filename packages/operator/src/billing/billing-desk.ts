import { resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  readOrganizations,
  readOverdue,
  readPayments,
  readProof,
  readTopUps,
} from '@nani/server/money/invoicing/index.ts'
import { writeOwn } from '../write-own.ts'
import { type BillingOptions, printReading } from './billing-command.ts'

type Reading = Parameters<typeof printReading>[2]

/** A list, in the object that commands print. */
const listed =
  (read: (...given: Parameters<Reading>) => Promise<object[]>): Reading =>
  async (...given) => ({ object: 'list', data: await read(...given) })

/** `nani billing top-ups`. */
export const topUps = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, listed(readTopUps))

/** `nani billing payments`. */
export const payments = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, listed(readPayments))

/** `nani billing payment ID [--proof FILE]`. */
export const payment = (id: string, options: BillingOptions & { proof?: string }, terminal: Terminal) =>
  printReading(options, terminal, async (actor, of, installation) => {
    const found = (await readPayments(actor, of, installation)).find((one) => one.id === id)
    if (!found) throw new Refusal('billing_object_not_found', `There is no payment ${id}.`)
    if (options.proof !== undefined) {
      const { content } = await readProof(actor, { ...of, id }, installation)
      writeOwn(resolve(terminal.cwd, options.proof), content)
    }
    return found
  })

/** `nani billing overdue`. */
export const overdue = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, listed(readOverdue))

/** `nani billing organizations`. */
export const organizations = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, listed(readOrganizations))
