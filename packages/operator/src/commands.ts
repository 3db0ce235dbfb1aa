import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { acts } from './acts-commands.ts'
import { alarms } from './alarm-commands.ts'
import { applications } from './applications/application-commands.ts'
import { webhooks } from './applications/webhook-commands.ts'
import { archive } from './archive/archive-commands.ts'
import { audit, witness } from './audit/audit-commands.ts'
import { billing } from './billing/billing-commands.ts'
import { cases } from './cases/cases-commands.ts'
import { cells } from './cells/cells-commands.ts'
import type { Area } from './command-line/command-area.ts'
import { consents } from './consents-commands.ts'
import { creditModel } from './credit/credit-model-commands.ts'
import { disputes } from './disputes-commands.ts'
import { face } from './face/face-commands.ts'
import { addInstallation } from './installation/installation-commands.ts'
import { lists } from './lists/lists-commands.ts'
import { logs } from './logs/logs-commands.ts'
import { dispositions, monitors } from './monitor-commands.ts'
import { operators } from './operator-commands.ts'
import { organizations } from './organizations-commands.ts'
import { receipts } from './receipts/receipts-commands.ts'
import { creditRecords, register } from './register/register-commands.ts'
import { reviews } from './reviews-commands.ts'
import { signIn } from './sign-in-commands.ts'

const areas: readonly Area[] = [
  ...[applications, organizations, reviews, register, creditRecords, creditModel, face],
  ...[lists, monitors, dispositions, cases, consents, disputes],
  ...[alarms, acts, audit, archive, logs, webhooks, receipts, signIn, billing, operators, witness],
  cells,
]

/** The commands of someone who runs an installation. They work on its database, running or stopped. */
export const addOperatorCommands = async (
  program: Command,
  terminal: Terminal,
  args: readonly string[],
): Promise<void> => {
  addInstallation(program, terminal)
  for (const one of areas) await addArea(program, one, { terminal, args })
}

type Run = { terminal: Terminal; args: readonly string[] }

/** Adds an area. Its module and the options of its commands are loaded when the command line names it. */
const addArea = async (program: Command, one: Area, { terminal, args }: Run): Promise<void> => {
  // Callers have commands in the same area.
  const known = program.commands.find((command) => command.name() === one.name)
  const parent = (known ?? program.command(one.name).helpCommand(false)).description(one.about)
  if (known) parent.commandsGroup('Commands for operators:')
  if (!args.includes(one.name)) return
  const { addCommands } = await import('./command-line/run-command.ts')
  await addCommands(parent, one, terminal)
}
