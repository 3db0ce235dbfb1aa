import type { Notice } from '@nani/contract'
import { openConnections } from '@nani/foundation/outbound/index.ts'
import {
  createComingPartitions,
  createInstallationSecrets,
  createVault,
} from '@nani/foundation/storage/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { openDevices } from '../../../testing/devices/citizen-devices.ts'
import type { PushSubscription } from '../../citizen-devices/index.ts'
import type { SendResult } from '../web-push/send-message.ts'
import { openVapidKey } from '../web-push/vapid.ts'
import { createWebPush } from '../web-push/web-push.ts'
import { startPushService } from './push-service.ts'

const environment = 'production' as const
const contact = 'mailto:operator@example.org'

/** Citizens with devices, a push service, and any number of processes that send to it. */
export const startPushWorld = async (people: number) => {
  const numbers = Array.from(
    { length: people },
    (_, index) => `COD-4444-0000-${String(index).padStart(4, '0')}`,
  )
  const world = await openDevices(numbers.map((svcId) => testCitizen({ svc_id: svcId })))
  const { pool, clock, random, rootKey, devices } = world
  const service = await startPushService()
  const vault = createVault(rootKey, 'push', random)
  const vapid = await openVapidKey({ secrets: createInstallationSecrets(pool, vault, clock), clock, contact })
  const addresses = new Map([['push.example', ['127.0.0.1']]])
  const toStop: (() => Promise<void>)[] = []

  /** A sender with connections of its own, as one process has it. */
  const openProcess = () => {
    const outcomes: SendResult[] = []
    const errors: unknown[] = []
    const connections = openConnections({
      policy: { allowHttp: true, allowLoopback: true },
      lookup: async (name) => addresses.get(name) ?? [],
      clock,
    })
    const push = createWebPush({
      ...{ pool, vault, random, vapid, connections, subscriptions: devices.push },
      onError: (error) => void errors.push(error),
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
    toStop.push(async () => {
      await push.stop()
      await connections.close()
    })
    return { ...push, outcomes, errors }
  }

  const stopProcesses = async () => {
    service.answers.clear()
    const stopping = toStop.splice(0).map((stop) => stop())
    service.drop()
    await Promise.all(stopping)
  }

  let used = 0
  /** A further citizen with a device. */
  const enrol = () => world.enrol(numbers[used++] as string)
  type Enrolled = Awaited<ReturnType<typeof enrol>>
  const subscribe = async (device: Enrolled, host?: string) => {
    const browser = service.subscribe(`/${device.id}`, host)
    await devices.push.write(device.session, browser.subscription)
    return { ...device, ...browser, path: `/${device.id}` }
  }
  /** A further citizen whose browser has a subscription. */
  const subscribed = async (host?: string) => subscribe(await enrol(), host)
  /** A further device of the same citizen. */
  const enrolAgain = async ({ session }: Enrolled) => subscribe(await world.enrol(session.actor.svcId))
  const addressed = ({ session }: Pick<Enrolled, 'session'>, notice: Notice) => ({
    ...{ citizen: session.citizen, environment, notice, notBefore: null },
  })
  const subscriptionOf = async ({ session, id }: Pick<Enrolled, 'session' | 'id'>) =>
    (await devices.push.read([{ citizen: session.citizen, deviceId: id }])).get(id) as
      | PushSubscription
      | undefined
  /** The attempts that wait are due at once. */
  const makeDue = () => pool.query('update push_messages set next_attempt_at = now()')
  const waiting = async ({ id }: Pick<Enrolled, 'id'>) =>
    (await pool.query('select * from push_messages where device_id = $1 order by topic', [id])).rows
  return {
    ...{ ...world, service, vault, vapid, addresses, openProcess, enrol, enrolAgain, subscribed },
    ...{ addressed, subscriptionOf, makeDue, waiting },
    createPartitions: (nowMs: number) => createComingPartitions(pool, nowMs),
    /** A process of another test must not take the messages of the next one. */
    stopProcesses,
    async stop() {
      await stopProcesses()
      await service.stop()
      await world.stop()
    },
  }
}

export type PushWorld = Awaited<ReturnType<typeof startPushWorld>>
