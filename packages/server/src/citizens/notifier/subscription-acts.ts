import { noInput, noResult, pushKey, pushSubscriptionOffer } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Static, TSchema } from 'typebox'
import { type ActContext, defineAct, defineReading, type ReadingContext } from '../../gateway/acts/index.ts'
import {
  actingCitizen,
  type DeviceNeeds,
  hasSubscription,
  removeSubscription,
  writeSubscription,
} from '../citizen-devices/index.ts'
import type { PushOffer } from './module.ts'

/** The context of these acts. Without an offer the app has none of them. */
export type SubscriptionNeeds = Pick<DeviceNeeds, 'pool' | 'clock' | 'subjectKey' | 'vault'> & {
  offer: NonNullable<PushOffer>
}
type Context<Input extends TSchema> = ActContext<Static<Input>, SubscriptionNeeds, undefined>

const readPushKey = defineReading({
  name: 'push.read_key',
  sentence: { en: 'Reads whether this device is notified', fr: 'Lit si cet appareil est notifié' },
  actors: { citizen: true },
  input: noInput,
  output: pushKey,
  refusals: ['not_found'],
  routes: { citizen: 'GET /push/key' },
  read: async ({ pool, actor, needs }: ReadingContext<Static<typeof noInput>, SubscriptionNeeds>) => ({
    public_key: needs.offer.publicKey,
    subscribed: await hasSubscription(pool, actingCitizen(actor, needs)),
  }),
})

const subscribe = defineAct({
  name: 'push.subscribe',
  sentence: { en: 'Turns notifications of this device on', fr: 'Active les notifications de cet appareil' },
  actors: { citizen: true },
  input: pushSubscriptionOffer,
  output: noResult,
  refusals: ['invalid_request', 'not_found'],
  routes: { citizen: 'PUT /push' },
  async perform({ client, actor, input, needs }: Context<typeof pushSubscriptionOffer>) {
    const subscription = needs.offer.readSubscription(input.subscription)
    if (subscription === null) throw new Refusal('invalid_request', { field: 'subscription' })
    const citizen = actingCitizen(actor, needs)
    await writeSubscription(client, citizen, subscription, needs.vault)
    return { result: {}, entry: { subject: citizen.deviceId, after: { subscribed: true } } }
  },
})

const unsubscribe = defineAct({
  name: 'push.unsubscribe',
  sentence: {
    en: 'Turns notifications of this device off',
    fr: 'Désactive les notifications de cet appareil',
  },
  actors: { citizen: true },
  input: noInput,
  output: noResult,
  refusals: ['not_found'],
  routes: { citizen: 'DELETE /push' },
  async perform({ client, actor, needs }: Context<typeof noInput>) {
    const citizen = actingCitizen(actor, needs)
    await removeSubscription(client, citizen)
    return { result: {}, entry: { subject: citizen.deviceId, after: { subscribed: false } } }
  },
})

/** The notifications of a device. */
export const subscriptionActs = [readPushKey, subscribe, unsubscribe] as const
