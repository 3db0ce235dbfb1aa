import type { Command } from 'commander'
import { list, wholeNumber } from '../../option-values.ts'
import type { Terminal } from '../../terminal.ts'
import { call, caller } from '../call-options.ts'

/** `nani aml` and `nani hit`. */
export const addAmlCommands = (program: Command, terminal: Terminal): void => {
  const load = () => import('./aml.ts')
  const screened = program
    .command('aml')
    .argument('<name or identifier>', 'such as "Nsimba Kiala", COD-0000-0000-0009 or CD/KNG/RCCM/00-B-00001')
  call(
    caller(screened, 'nani aml "Nsimba Kiala" --born 1980-02-03 --nationality AGO --monitor'),
    'regulatory_compliance',
  )
    .description('screen a person or a company')
    .option('--type <type>', 'name or identifier type (default: detected)')
    .option('--born <YYYY-MM-DD>', 'for a person given by name')
    .option('--nationality <alpha-3>', 'for a person given by name')
    .option(
      '--checks <a,b>',
      'sanctions, pep, adverse_media, watchlists, high_risk_jurisdictions (default: all)',
      list,
    )
    .option('--monitor', 'screen again whenever a list or the identity changes')
    .option('--scopes <a,b>', 'scopes (default: every granted scope; "": basic only)', list)
    .action(async (text, options) => (await load()).aml(text, options, terminal))

  caller(
    program.command('hit').argument('<screening>').argument('<position>', 'from 0', wholeNumber),
    'nani hit aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0',
  )
    .description('show the entry behind a hit of a screening')
    .action(async (id, position, options) => (await load()).amlHit(id, position, options, terminal))
}
