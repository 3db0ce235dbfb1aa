import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { type Actor, Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import { parseMicros } from '@nani/server/money/billing/index.ts'
import { defaultOrganizationId } from '@nani/server/organizations/organizations/index.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation-rules.ts'
import { operatorOf } from '../operator-actor.ts'
import { billingText } from './billing-text.ts'

export type BillingOptions = { json?: boolean; organization?: string; as?: string }
export type WithReason = BillingOptions & { reason: string }

export type Of = {
  actor: Actor
  organizationId: string
  installation: Installation & SecondPersonRules
  demo: boolean
}

export const amountOf = (text: string): number => {
  const micros = parseMicros(text)
  if (micros === null) throw new Refusal('billing_value_invalid', `"${text}" is not an amount such as 12.50.`)
  return micros
}

export const readFile = (path: string, { cwd }: Terminal): Buffer => {
  try {
    return readFileSync(resolve(cwd, path))
  } catch {
    throw new Refusal('file_not_found', `The file ${path} cannot be read.`)
  }
}

/** Runs a command that only reads the money of its organization. */
export const printReading = (
  options: BillingOptions,
  terminal: Terminal,
  read: (actor: Actor, of: { organization_id: string }, installation: Of['installation']) => Promise<object>,
): Promise<void> =>
  print(
    options,
    terminal,
    ({ actor, organizationId, installation }) =>
      read(actor, { organization_id: organizationId }, installation),
    { isReading: true },
  )

/** Runs a command on the money of its organization, and prints what it returns. */
export const print = async (
  options: BillingOptions,
  terminal: Terminal,
  use: (of: Of) => Promise<object>,
  { isReading = false } = {},
): Promise<void> => {
  const result = await withInstallation(terminal, async (installation) => {
    const organizationId = options.organization ?? defaultOrganizationId
    const rules = await rulesOf(installation)
    if (!isReading) noteUnknownLogin(rules, terminal)
    const { oneAccountMayBeTwo } = rules
    const withRules = { ...installation, oneAccountMayBeTwo }
    const actor = operatorOf(options, terminal)
    return use({ actor, organizationId, installation: withRules, demo: oneAccountMayBeTwo })
  })
  if (options.json) printJson(terminal, result)
  else terminal.out(billingText(result))
}
