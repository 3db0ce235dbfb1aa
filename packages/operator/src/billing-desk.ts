import { resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { OperatorError } from '@nani/server/core/index.ts'
import {
  listOrganizationMoney,
  listOverdue,
  listPayments,
  listTopUps,
  readProof,
} from '@nani/server/invoicing/index.ts'
import { type BillingOptions, print } from './billing-command.ts'
import { withWallet } from './billing-wallet.ts'
import { writeOwn } from './write-own.ts'

/** `nani billing top-ups`. */
export const topUps = (options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, async (of) => {
    await withWallet(of)
    return { object: 'list', data: await listTopUps(of.installation.pool, of.organizationId) }
  })

/** `nani billing payments`. */
export const payments = (options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, async (of) => {
    await withWallet(of)
    return { object: 'list', data: await listPayments(of.installation.pool, of.organizationId) }
  })

/** `nani billing payment ID [--proof FILE]`. */
export const payment = (id: string, options: BillingOptions & { proof?: string }, terminal: Terminal) =>
  print(options, terminal, async (of) => {
    const { actor, organizationId, installation } = of
    await withWallet(of)
    const found = (await listPayments(installation.pool, organizationId)).find((one) => one.id === id)
    if (!found) throw new OperatorError('billing_object_not_found', `There is no payment ${id}.`)
    if (options.proof !== undefined) {
      const { content } = await readProof(actor, { organizationId, id }, installation)
      writeOwn(resolve(terminal.cwd, options.proof), content)
    }
    return found
  })

/** `nani billing overdue`. */
export const overdue = (options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, async ({ installation: { pool, clock } }) => ({
    object: 'list',
    data: await listOverdue(pool, clock.now()),
  }))

/** `nani billing organizations`. */
export const organizations = (options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, async ({ installation: { pool } }) => ({
    object: 'list',
    data: await listOrganizationMoney(pool),
  }))
