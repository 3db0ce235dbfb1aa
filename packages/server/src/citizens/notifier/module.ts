import { type Channel, type Clock, throttledErrorLog } from '@nani/foundation/core/index.ts'
import {
  type Connections,
  openConnections,
  publicOnly,
  systemLookup,
} from '@nani/foundation/outbound/index.ts'
import { defineModule, type Platform, registerCounter } from '@nani/foundation/platform/index.ts'
import { createInstallationSecrets } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Places } from '../../gateway/acts/index.ts'
import type { AskedSignIn } from '../../services/sign-in/index.ts'
import type {
  CitizenDevices,
  EnrolledDevice,
  GuessedCodes,
  PushSubscription,
} from '../citizen-devices/index.ts'
import type { AskedConsent } from '../consents/index.ts'
import { announceRequests, type NamesOfApplications } from './announce-requests.ts'
import { createLogNotifier, type Notifier, pollNotifier } from './notifier.ts'
import { startNotifyingAccesses } from './notify-accesses.ts'
import { notifierSettings } from './settings.ts'
import { forgetMessages } from './web-push/message-rows.ts'
import { type OfferedSubscription, readSubscription } from './web-push/read-subscription.ts'
import type { SendResult } from './web-push/send-message.ts'
import { openVapidKey } from './web-push/vapid.ts'
import { createWebPush } from './web-push/web-push.ts'

/** What the app needs to turn notifications on. Null: this installation sends none. */
export type PushOffer = {
  /** The browser binds its subscription to this key. */
  publicKey: string
  /** Null if the subscription cannot be used. */
  readSubscription(offered: OfferedSubscription): PushSubscription | null
} | null

type Needs = Pick<Platform, 'pool' | 'random' | 'vaultFor' | 'log'> &
  Partial<Pick<Platform, 'role'>> & {
    clock: Clock
    citizenDevices: Pick<CitizenDevices, 'push'>
    directory: NamesOfApplications
    /** Where applications are. Absent: all are in home. */
    places?: Pick<Places<{ pool: pg.Pool; directory: NamesOfApplications }>, 'findApplication' | 'all'>
    signInAsked: Channel<AskedSignIn>
    consentAsked: Channel<AskedConsent>
    deviceEnrolled: Channel<EnrolledDevice>
    codesGuessed: Channel<GuessedCodes>
  }

type NotifierParts = { notifier: Notifier; push: PushOffer }

const openPush = async (
  { pool, clock, random, vaultFor, citizenDevices, role }: Needs,
  options: {
    contact: string
    connections: Connections
    onError(error: unknown): void
    onOutcome(outcome: SendResult): void
  },
): Promise<NotifierParts> => {
  const vault = vaultFor('push')
  const secrets = createInstallationSecrets(pool, vault, clock)
  const vapid = await openVapidKey({ secrets, clock, contact: options.contact })
  const notifier = createWebPush({
    ...{ pool, random, vault, vapid, subscriptions: citizenDevices.push, sends: role !== 'api' },
    ...options,
  })
  const offer = {
    publicKey: vapid.publicKey,
    readSubscription: (offered: OfferedSubscription) => readSubscription(offered, publicOnly),
  }
  return { notifier, push: offer }
}

/** Reports to citizens that something waits for them: on their devices, in the log, or only in the open app. */
export const notifierModule = defineModule({
  name: 'notifier',
  settings: notifierSettings,
  async open(needs: Needs, { notifier: kind, pushContact: contact }) {
    const { pool, clock, log } = needs
    const onError = throttledErrorLog('notifier', { clock, log })
    const counts = new Map<SendResult, number>()
    const onOutcome = (outcome: SendResult) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    // The addresses come from browsers: nothing of this machine or its network may be called.
    const connections = openConnections({ policy: publicOnly, lookup: systemLookup(), clock })
    const { notifier, push }: NotifierParts =
      kind === 'push'
        ? await openPush(needs, { contact, connections, onError, onOutcome })
        : { notifier: kind === 'log' ? createLogNotifier(log) : pollNotifier, push: null }
    const findById = (applicationId: string) =>
      (needs.places?.findApplication(applicationId)?.cell ?? needs).directory.findById(applicationId)
    const announcing = announceRequests({ ...needs, directory: { findById } }, notifier, onError)
    let accesses: ReturnType<typeof startNotifyingAccesses> | null = null
    return {
      provides: { push },
      work() {
        const cells = () => (needs.places?.all() ?? []).flatMap(({ cell }) => cell?.pool ?? [])
        if (kind !== 'poll') accesses = startNotifyingAccesses({ pool, notifier, cells }, onError)
      },
      async stop() {
        await accesses?.stop()
        await announcing.idle()
        await notifier.stop()
        await connections.close()
      },
      hourly: [connections.sweep],
      retention: [forgetMessages],
      metrics: [
        registerCounter({
          name: 'nani_push_messages_total',
          help: 'Attempts to hand a message to a push service, by their outcome.',
          label: 'outcome',
          values: counts,
        }),
      ],
    }
  },
})
