import type { Terminal } from '@nani/cli'
import { environments } from '@nani/contract'
import type { Command } from 'commander'
import { oneOf } from '../one-of.ts'
import { act } from '../operator-command.ts'

/** The commands of the keys that sign receipts. */
export const addReceipts = (program: Command, terminal: Terminal): void => {
  const receipts = program.command('receipts').description('receipts of results').helpCommand(false)
  act(receipts.command('rotate-key'), 'nani receipts rotate-key --environment production')
    .description('sign receipts of later results with new keys; earlier keys stay public for ten years')
    .option('--environment <environment>', 'sandbox or production (default: both)', oneOf(environments))
    .action(async (options) => (await import('./rotate-receipt-key.ts')).rotateReceiptKey(options, terminal))
}
