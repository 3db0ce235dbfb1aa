import { errorLine } from '@nani/foundation/core/index.ts'
import { createDueAnnouncer } from '@nani/server/calls/webhooks/index.ts'
import { suspendIfApproved } from '@nani/server/organizations/organizations/index.ts'
import { type Desk, openDesk } from '@nani/server/services/fraud/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'

/** The desk of the installation. Deliveries of its events are announced before the command ends. */
export const deskOf = async ({ installation, terminal, rules, ...call }: OpenCall): Promise<Desk> => {
  const deliveries = createDueAnnouncer(installation.pool, (error) =>
    terminal.err(`The deliveries were not announced: ${errorLine(error)}\n`),
  )
  call.finally(() => deliveries.idle())
  const suspending = { ...installation, requestsVault: installation.vaultFor('requests') }
  return openDesk(
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
    { ...installation.config, ...(await rules()) },
  )
}
