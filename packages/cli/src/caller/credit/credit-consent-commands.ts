import { type Command, InvalidArgumentError } from 'commander'
import type { Terminal } from '../../terminal.ts'
import { caller, identifierType } from '../call-options.ts'

const amount = (text: string): number => {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0)
    throw new InvalidArgumentError('The value must be a number above 0.')
  return value
}

/** `nani credit consent …`. */
export const addCreditConsentCommands = (credit: Command, terminal: Terminal): void => {
  const load = () => import('./credit-consent.ts')
  const consent = credit
    .command('consent')
    .description('request the consent of a citizen, and read the request')
    .helpCommand(false)

  identifierType(
    caller(
      consent.command('request').argument('<identifier>', 'such as COD-0000-0000-0001'),
      'nani credit consent request COD-0000-0000-0001 --product microcredit --wait',
    ),
  )
    .description('ask a citizen for the consent to a credit score')
    .requiredOption(
      '--product <product>',
      'personal_loan, microcredit, mobile_credit, mortgage, bnpl or other',
    )
    .option('--amount <value>', 'the requested amount', amount)
    .option('--currency <currency>', 'CDF or USD', 'CDF')
    .option('--purpose <purpose>', 'the only purpose', 'credit_assessment')
    .option('--reference <text>', 'returned as sent')
    .option('--wait', 'wait for the answer, at most a minute')
    .action(async (identifier, options) => (await load()).requestConsent(identifier, options, terminal))

  caller(
    consent.command('show').argument('<id>'),
    'nani credit consent show cnr_01JB2X4T6V9X2B5D7F9H1K3M5P --wait',
  )
    .description('show a request and its consent')
    .option('--wait', 'wait for the answer, at most a minute')
    .action(async (id, options) => (await load()).showConsent(id, options, terminal))
}
