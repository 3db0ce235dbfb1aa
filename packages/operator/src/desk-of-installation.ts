import type { Terminal } from '@nani/cli'
import type { Environment } from '@nani/contract'
import { type Actor, errorLine } from '@nani/foundation/core/index.ts'
import { createDueAnnouncer } from '@nani/server/calls/webhooks/index.ts'
import { suspendIfApproved } from '@nani/server/organizations/organizations/index.ts'
import { type Desk, openDesk } from '@nani/server/services/fraud/index.ts'
import { withInstallation } from './installation.ts'
import { rulesOf } from './installation-rules.ts'
import { operatorOf } from './operator-actor.ts'

export type DeskCommandOptions = { json?: boolean; environment?: Environment; as?: string; officer?: string }

/** Runs `use` on the desk of the installation. Deliveries of its events are announced before it returns. */
export const withDesk = <Answer>(
  options: DeskCommandOptions,
  terminal: Terminal,
  use: (desk: Desk, actor: Actor) => Promise<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const deliveries = createDueAnnouncer(installation.pool, (error) =>
      terminal.err(`The deliveries were not announced: ${errorLine(error)}\n`),
    )
    const suspending = { ...installation, requestsVault: installation.vaultFor('requests') }
    const desk = openDesk(
      {
        ...installation,
        wakeDeliveries: deliveries.announce,
        suspendReporting: (client, { actor, applicationId, reason }) =>
          suspendIfApproved(
            client,
            actor,
            { application_id: applicationId, service: 'fraud_reporting', reason },
            suspending,
          ),
      },
      { ...installation.config, ...(await rulesOf(installation)) },
    )
    try {
      return await use(desk, operatorOf({ as: options.as ?? options.officer }, terminal))
    } finally {
      await deliveries.idle()
    }
  })
