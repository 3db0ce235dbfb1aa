import { list as listed, type Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { oneOf } from './one-of.ts'
import { act, actingAs, operator } from './operator-command.ts'

const example = 'rev_01JB2X4T6V9X2B5D7F9H1K3M5P'
const statuses = ['submitted', 'in_review', 'changes_requested', 'approved', 'rejected'] as const

/** `nani reviews …`: production reviews of applications. */
export const addReviews = (program: Command, terminal: Terminal): void => {
  const reviews = program
    .command('reviews')
    .description('production reviews of applications')
    .helpCommand(false)
  const load = () => import('./reviews.ts')

  actingAs(operator(reviews.command('list'), 'nani reviews list --status submitted'))
    .description('the submitted reviews, the oldest first')
    .option('--status <status>', 'such as submitted or in_review (default: all)', oneOf(statuses))
    .action(async (options) => (await load()).list(options, terminal))

  actingAs(operator(reviews.command('show').argument('<id>'), `nani reviews show ${example}`))
    .description('one review with its answers, files and messages; the reading is audited')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  act(
    reviews.command('decide').argument('<id>').argument('<decision>'),
    `nani reviews decide ${example} approve --services kyc_validation`,
  )
    .description('approve, request-changes or reject; an enhanced review needs the approval of two people')
    .option('--services <a,b>', 'the approved services (default: those of the review)', listed)
    .option('--reason <text>', 'the reason, which the organization sees; not for approve')
    .action(async (id, decision, options) => (await load()).decide(id, decision, options, terminal))
}
