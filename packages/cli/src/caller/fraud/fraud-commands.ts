import type { Command } from 'commander'
import { wholeNumber } from '../../option-values.ts'
import type { Terminal } from '../../terminal.ts'
import { caller } from '../call-options.ts'

const several = (text: string, before: string[] = []): string[] => [...before, text]

/** `nani fraud report` and `nani fraud show`. */
export const addFraudCommands = (program: Command, terminal: Terminal): void => {
  const fraud = program.command('fraud').description('report a fraud and follow its case').helpCommand(false)
  const load = () => import('./fraud.ts')

  caller(
    fraud.command('report').argument('[type]', 'such as sim_swap; not needed with --file'),
    'nani fraud report sim_swap --subject COD-0000-0000-0001 --description "The number stopped working at 10:00." --evidence transfers.csv="The transfers of the day"',
  )
    .description('report a fraud; its case gets a number')
    .option('--file <file>', 'a JSON file with the fields of the report; options replace its fields')
    .option('--description <text>', 'the facts for an investigator')
    .option('--role <role>', 'suspect, victim or unknown (default: by the type)')
    .option('--subject <identifier>', 'the identifier of the subject')
    .option('--type <type>', 'its type: svc_id, passport, rccm, nif, … (default: svc_id)')
    .option('--issuing-country <alpha-3>', 'the country that issued a foreign document')
    .option('--name <full name>', 'the full name of the subject')
    .option('--born <YYYY-MM-DD>', 'the birth date of the subject')
    .option('--nationality <alpha-3>', 'the nationality of the subject')
    .option('--phone <E.164>', 'the telephone number of the subject')
    .option('--company <name>', 'the name of the subject, a company without a national number')
    .option('--registration-number <number>', 'the registration number of a foreign company')
    .option('--company-country <alpha-3>', 'the country of a foreign company')
    .option('--victim <identifier>', 'the svc_id of a victim; may be repeated', several)
    .option('--anonymous-victims <number>', 'victims who ask not to be named', wholeNumber)
    .option('--occurred-at <RFC 3339>', 'when it happened')
    .option('--province <name>', 'where it happened')
    .option('--city <name>', 'where it happened')
    .option('--amount <value and currency>', 'such as "250000 CDF"')
    .option('--channel <channel>', 'branch, online, mobile_app, ussd, call_center or other')
    .option(
      '--evidence <file=description>',
      'a file of this machine or an https URL; may be repeated',
      several,
    )
    .option('--purpose <purpose>', 'a purpose that is approved for the application (default: none)')
    .option('--reference <text>', 'your reference of the report; echoed back and in events')
    .option('--async', 'perform it as a job; see "nani job"')
    .action(async (type, options) => (await load()).reportFraud(type, options, terminal))

  caller(
    fraud.command('show').argument('<report>', 'its id'),
    'nani fraud show frd_01JB2X4T6V9X2B5D7F9H1K3M5P',
  )
    .description('show a report as its case is now')
    .action(async (id, options) => (await load()).showFraudReport(id, options, terminal))
}
