import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { act } from './operator-command.ts'

/** The commands of federated sign-in. */
export const addSignIn = (program: Command, terminal: Terminal): void => {
  const signIn = program.command('sign-in').description('federated sign-in').helpCommand(false)
  act(signIn.command('rotate-key'), 'nani sign-in rotate-key --environment production')
    .description('sign with new keys from now on; the earlier keys stay public for a day')
    .option('--environment <environment>', 'sandbox or production (default: both)')
    .action(async (options) => (await import('./sign-in.ts')).rotateKey(options, terminal))
}
