import type { Command } from 'commander'
import { list, wholeNumber } from '../caller/commands.ts'
import type { Terminal } from '../terminal.ts'

const webhook = (command: Command, example: string): Command =>
  command
    .option('--application <id>', 'in place of the demo application of the sandbox')
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
    webhooks.command('set').argument('<url>'),
    'nani webhooks set https://shop.example/hook --events job.completed,batch.completed',
  )
    .description('register the endpoint; it takes the place of the one before')
    .option('--events <a,b>', 'the types that it takes (default: every type)', list)
    .action(async (url, options) => (await load()).set(url, options, terminal))

  webhook(webhooks.command('show'), 'nani webhooks show')
    .description('the endpoint, and what waits for it')
    .action(async (options) => (await load()).show(options, terminal))

  webhook(webhooks.command('remove'), 'nani webhooks remove')
    .description('take the endpoint away; what waits is not sent any more')
    .action(async (options) => (await load()).remove(options, terminal))

  webhook(webhooks.command('deliveries'), 'nani webhooks deliveries --limit 5')
    .description('the latest deliveries with their attempts: status, latency, start of the answer')
    .option('--limit <n>', 'at most 500', wholeNumber, 20)
    .action(async (options) => (await load()).deliveries(options, terminal))

  webhook(
    webhooks.command('resend').argument('<event>'),
    'nani webhooks resend evt_01JB2X4T6V9X2B5D7F9H1K3M5P',
  )
    .description('send one event again, acknowledged or not')
    .action(async (event, options) => (await load()).resend(event, options, terminal))

  webhook(webhooks.command('replay'), 'nani webhooks replay --since 2h')
    .description('send every event again that happened since')
    .requiredOption('--since <when>', 'such as 30m, 2h, 3d, or 2026-11-21T08:00:00Z')
    .action(async (options) => (await load()).replay(options, terminal))
}
