import { list, type Terminal, wholeNumber } from '@nani/cli'
import type { Command } from 'commander'
import { actingAs } from './operator-command.ts'

const webhook = (command: Command, example: string): Command =>
  command
    .option('--application <id>', 'application id (default: the demo application of the sandbox)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExample:\n  $ ${example}`)

/** `nani webhooks …`: where the events of an application go, and what became of them. */
export const addWebhooks = (program: Command, terminal: Terminal): void => {
  const webhooks = program
    .command('webhooks')
    .description('where the events of an application are sent')
    .helpCommand(false)
  const load = () => import('./webhooks.ts')

  webhook(
    actingAs(webhooks.command('set').argument('<url>')),
    'nani webhooks set https://shop.example/hook --events job.completed,batch.completed',
  )
    .description('register the endpoint; it replaces the previous one')
    .option('--events <a,b>', 'event types for the endpoint (default: every type)', list)
    .action(async (url, options) => (await load()).set(url, options, terminal))

  webhook(webhooks.command('show'), 'nani webhooks show')
    .description('the endpoint, and the waiting events')
    .action(async (options) => (await load()).show(options, terminal))

  webhook(actingAs(webhooks.command('remove')), 'nani webhooks remove')
    .description('remove the endpoint; waiting events are not sent')
    .action(async (options) => (await load()).remove(options, terminal))

  webhook(webhooks.command('deliveries'), 'nani webhooks deliveries --limit 5')
    .description('the latest deliveries with their attempts: status, latency, start of the response')
    .option('--limit <n>', 'at most 500', wholeNumber, 20)
    .action(async (options) => (await load()).deliveries(options, terminal))

  webhook(
    actingAs(webhooks.command('resend').argument('<event>')),
    'nani webhooks resend evt_01JB2X4T6V9X2B5D7F9H1K3M5P',
  )
    .description('send one event again, acknowledged or not')
    .action(async (event, options) => (await load()).resend(event, options, terminal))

  webhook(actingAs(webhooks.command('replay')), 'nani webhooks replay --since 2h')
    .description('send every event since a time again')
    .requiredOption('--since <when>', 'such as 30m, 2h, 3d, or 2026-11-21T08:00:00Z')
    .action(async (options) => (await load()).replay(options, terminal))
}
