import type { Command } from 'commander'
import { list, wholeNumber } from '../option-values.ts'
import type { Terminal } from '../terminal.ts'
import { addAmlCommands } from './aml/aml-commands.ts'
import { call, caller, disclosure, identifierType } from './call-options.ts'
import { addCreditCommands } from './credit/credit-commands.ts'
import { addFaceCommands } from './face/face-commands.ts'
import { addFraudCommands } from './fraud/fraud-commands.ts'
import { addReadingCommands } from './reading-commands.ts'
import { addReceiptCommands } from './receipts/receipt-commands.ts'

/** The commands of a caller of the API. Each loads its code only when it runs. */
export const addCallerCommands = (program: Command, terminal: Terminal): void => {
  addPersonCommands(program, terminal)
  addKyb(program, terminal)
  addAmlCommands(program, terminal)
  addReadingCommands(program, terminal)
  addReceiptCommands(program, terminal)
  addFaceCommands(program, terminal)
  addFraudCommands(program, terminal)
  addCreditCommands(program, terminal)
}

const addPersonCommands = (program: Command, terminal: Terminal): void => {
  const person = (name: string, example: string, purpose: string) => {
    const command = program.command(name).argument('<identifier>', 'such as COD-0000-0000-0001')
    return disclosure(identifierType(call(caller(command, example), purpose)))
  }

  person(
    'kyc',
    'nani kyc COD-0000-0000-0001 --name "Ngalula Tshibangu" --born 1990-04-12',
    'customer_onboarding',
  )
    .description('validate an identity')
    .option('--name <full name>', 'claim to compare')
    .option('--born <YYYY-MM-DD>', 'claim to compare')
    .option('--age <years>', 'claim to compare', wholeNumber)
    .action(async (identifier, options) => (await import('./kyc.ts')).kyc(identifier, options, terminal))

  person('age', 'nani age COD-0000-0000-0007 --threshold 18 --minimal', 'age_gating')
    .description('check whether a person has reached an age')
    .option('--threshold <years>', 'the age in whole years (default: 18)', wholeNumber)
    .option('--minimal', 'return only the outcome, without data of the person')
    .action(async (identifier, options) => (await import('./age.ts')).age(identifier, options, terminal))
}

const addKyb = (program: Command, terminal: Terminal): void => {
  const business = program.command('kyb').argument('<identifier>', 'such as CD/KNG/RCCM/00-B-00001')
  call(
    caller(business, 'nani kyb CD/KNG/RCCM/00-B-00001 --name "Mosaka Services" --include officers'),
    'regulatory_compliance',
  )
    .description('verify a business')
    .option('--type <type>', 'rccm, id_nat or nif', 'rccm')
    .option('--name <legal name>', 'claim to compare')
    .option('--rccm <number>', 'claim to compare')
    .option('--id-nat <number>', 'claim to compare')
    .option('--nif <number>', 'claim to compare')
    .option('--representative <full name>', 'claim to compare with the officers')
    .option('--include <a,b>', 'officers, beneficial_owners', list)
    .action(async (identifier, options) => (await import('./kyb.ts')).kyb(identifier, options, terminal))
}
