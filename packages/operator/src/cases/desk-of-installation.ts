import { errorLine } from '@nani/foundation/core/index.ts'
import { createDueAnnouncer } from '@nani/server/calls/webhooks/index.ts'
import { cellOfApplication, requireAllRead } from '@nani/server/gateway/acts/index.ts'
import { suspendIfApproved } from '@nani/server/organizations/organizations/index.ts'
import { type CaseNamed, type Desk, deskOfCase, openDesk } from '@nani/server/services/fraud/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { openCells } from '../command-line/in-place.ts'
import type { Installation } from '../installation/installation.ts'

/**
 * The desk of the installation: that of the database with the case or the application which the command names. Deliveries of its events
 * are announced before the command ends.
 */
export const deskOf = async ({ installation, terminal, rules, given, ...call }: OpenCall): Promise<Desk> => {
  const closing: (() => Promise<void>)[] = []
  // Registered first: what opens later may fail.
  call.finally(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const cells = await openCells(installation, terminal, (close) => void closing.push(close))
  const twoPeople = await rules()
  const databases = () => [
    { name: 'home', pool: installation.pool },
    ...cells.map(({ name, place }) => ({ name, pool: place?.pool ?? null })),
  ]
  const openIn = (place: Installation): Desk => {
    const deliveries = createDueAnnouncer(place.pool, (error) =>
      terminal.err(`The deliveries were not announced: ${errorLine(error)}\n`),
    )
    closing.push(() => deliveries.idle())
    const suspending = { ...place, requestsVault: place.vaultFor('requests') }
    return openDesk(
      {
        ...place,
        databases,
        wakeDeliveries: deliveries.announce,
        suspendReporting: (client, { actor, applicationId, reason }) =>
          suspendIfApproved(
            client,
            actor,
            { application_id: applicationId, service: 'fraud_reporting', reason },
            suspending,
          ),
      },
      { ...installation.config, ...twoPeople },
    )
  }
  const home = openIn(installation)
  if (cells.length === 0) return home
  const desks = [
    { name: 'home', desk: home },
    ...cells.map(({ name, place }) => ({ name, desk: place && openIn(place) })),
  ]
  if (typeof given.case === 'string')
    return (await deskOfCase(desks, { ...(given as CaseNamed), fraud_case: given.case })) ?? home
  if (typeof given.application !== 'string') return home
  const name = await cellOfApplication(installation.pool, given.application)
  const named = desks.find((one) => one.name === (name ?? 'home'))
  if (!named?.desk) requireAllRead([name ?? 'home'])
  return named?.desk ?? home
}
