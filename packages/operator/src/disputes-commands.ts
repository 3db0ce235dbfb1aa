import { type Terminal, wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import type { Command } from 'commander'
import { oneOf } from './one-of.ts'
import { act, actingAs, operator } from './operator-command.ts'

const example = 'dsp_01JB2X4T6V9X2B5D7F9H1K3M5P'

/** `nani disputes …`: what citizens dispute in their access log. */
export const addDisputes = (program: Command, terminal: Terminal): void => {
  const disputes = program
    .command('disputes')
    .description('disputes of citizens about reads of their data')
    .helpCommand(false)
  const load = () => import('./disputes.ts')

  actingAs(operator(disputes.command('list'), 'nani disputes list --status open'))
    .description('the newest disputes; citizens are not shown')
    .option('--application <id>', 'application id (default: all)')
    .option('--environment <environment>', 'sandbox or production (default: both)', oneOf(environments))
    .option('--status <status>', 'open or answered (default: both)', oneOf(['open', 'answered'] as const))
    .option('--limit <n>', 'at most 500', wholeNumber, 100)
    .action(async (options) => (await load()).list(options, terminal))

  actingAs(operator(disputes.command('show').argument('<id>'), `nani disputes show ${example}`))
    .description('one dispute with its text and its answers; the reading is audited')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  act(
    disputes.command('answer').argument('<id>').argument('<text>'),
    `nani disputes answer ${example} "The bank checked your identity when you opened the account."`,
  )
    .description('answer a dispute; the citizen sees the answer in the app')
    .action(async (id, text, options) => (await load()).answer(id, text, options, terminal))
}
