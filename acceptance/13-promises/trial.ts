import { expect } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { naniJson } from '../installation/nani-command.ts'
import { databaseProcesses } from '../installation/start-installation.ts'
import type { CrashableInstallation } from './crashable-installation.ts'
import { followEvents, type WebhookEvent } from './event-follower.ts'
import { type FailingReceiver, startFailingReceiver } from './failing-receiver.ts'
import { ledgerRows } from './ledger-rows.ts'
import { startLoad } from './load.ts'
import { startSpending } from './paying-application.ts'
import { sandboxPeople } from './planned-work.ts'
import { kills, type SeededRandom, seed, seededRandom } from './seeded-random.ts'
import { expectReplays, verifyAccepted } from './verify-accepted.ts'

/**
 * Puts an installation with a randomly failing endpoint under load, runs `killOver`, and compares the accepted work
 * with the data afterwards. With `spends`, an application of production spends money meanwhile. Returns the answers of the callers with their counts.
 */
export const runTrial = async (
  installation: CrashableInstallation,
  killOver: (application: Credentials, random: SeededRandom) => Promise<void>,
  { spends = false }: { spends?: boolean } = {},
): Promise<Map<string, number>> => {
  console.info(`to repeat: NANI_CRASH_SEED=${seed} NANI_CRASH_KILLS=${kills}`)
  const say = stopwatch()
  const application = await installation.createApplication()
  const receiver = await startFailingReceiver(application, seededRandom('receiver'))
  try {
    await setWebhook(installation.dataDir, application, receiver.url)
    const follower = followEvents(application)
    const spending = spends ? await startSpending(installation, seededRandom('spending')) : null
    const load = startLoad(application, seededRandom('load'), {
      ...{ people: sandboxPeople, sharers: spending ? 2 : 1 },
    })
    await killOver(application, seededRandom('kills'))
    say('killed over')
    await spending?.proveBooks()
    const [accepted, spent] = await Promise.all([load.finish(), spending?.finish()])
    if (spent) say(spent)
    say(`accepted ${accepted.length}, met ${JSON.stringify(Object.fromEntries(load.met))}`)
    const events = await verifyAccepted(installation.dataDir, application, accepted)
    say(`${events.length} events`)
    expect((await follower.finish()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    say(await expectDeliveries(installation.dataDir, application, events, receiver))
    await expectReplays(application, accepted)
    expect(databaseProcesses(installation.dataDir)).toHaveLength(1)
    return sumOf(load.met, spending?.met)
  } finally {
    await receiver.close()
  }
}

const sumOf = (met: ReadonlyMap<string, number>, others: ReadonlyMap<string, number> = new Map()) => {
  const sum = new Map(met)
  for (const [outcome, count] of others) sum.set(outcome, (sum.get(outcome) ?? 0) + count)
  return sum
}

const setWebhook = (dataDir: string, { application_id }: Credentials, url: string) =>
  naniJson(dataDir, 'webhooks', 'set', url, '--application', application_id)

/** Every event was delivered or is still scheduled, and deliveries equal the content of `GET /v1/events`. */
const expectDeliveries = async (
  dataDir: string,
  application: Credentials,
  events: readonly WebhookEvent[],
  { received, acknowledged, faults }: FailingReceiver,
): Promise<string> => {
  const { deliveries } = await ledgerRows(dataDir, application.application_id)
  const idsOf = (state: string) =>
    deliveries.filter((delivery) => delivery.state === state).map(({ event_id }) => event_id)
  expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(events.map(({ id }) => id).sort())
  expect(idsOf('exhausted')).toEqual([])
  // Only acknowledged deliveries count as delivered. They may have arrived more often.
  const delivered = idsOf('delivered')
  expect(delivered.filter((id) => !acknowledged.has(id))).toEqual([])
  expect(faults).toEqual([])
  const eventById = new Map(events.map((event) => [event.id, event]))
  for (const event of received) expect(event).toEqual(eventById.get(event.id))
  expect(delivered.length).toBeGreaterThan(0)
  return `${received.length} deliveries of ${eventById.size} events; ${delivered.length} delivered, the rest scheduled`
}

const stopwatch = () => {
  let since = performance.now()
  return (what: string) => {
    console.info(`${Math.round((performance.now() - since) / 1000)} s: ${what}`)
    since = performance.now()
  }
}
