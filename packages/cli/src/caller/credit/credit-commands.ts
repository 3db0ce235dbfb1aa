import type { Command } from 'commander'
import type { Terminal } from '../../terminal.ts'
import { call, caller, identifierType } from '../call-options.ts'
import { addCreditConsentCommands } from './credit-consent-commands.ts'

/** `nani credit …`. */
export const addCreditCommands = (program: Command, terminal: Terminal): void => {
  const credit = program.command('credit').description('credit scores and their consents').helpCommand(false)
  addCreditConsentCommands(credit, terminal)
  addCreditScore(credit, terminal)
}

const addCreditScore = (credit: Command, terminal: Terminal): void => {
  const example =
    'nani credit score COD-0000-0000-0008 --consent cns_sandbox_valid --product microcredit --amount 200 --currency USD'
  const command = credit.command('score').argument('<identifier>', 'such as COD-0000-0000-0008')
  identifierType(call(caller(command, example), 'credit_assessment'))
    .description('score the credit risk of a citizen who consented to it')
    .option('--consent <id>', 'the consent of the citizen for this application, cns_…')
    .requiredOption(
      '--product <product>',
      'personal_loan, microcredit, mobile_credit, mortgage, bnpl or other',
    )
    .option('--amount <value>', 'the requested amount; it changes only the probability', Number)
    .option('--currency <currency>', 'CDF or USD', 'CDF')
    .action(async (identifier, options) =>
      (await import('./credit-score.ts')).creditScore(identifier, options, terminal),
    )
}
