import Type from 'typebox'
import type { PushOffer } from '../../notifier/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'
import { bodyOf, textField } from '../json-body.ts'

const subscribed = bodyOf(
  Type.Object({
    subscription: Type.Object({
      endpoint: textField(2_048),
      keys: Type.Object({ p256dh: textField(128), auth: textField(64) }),
    }),
  }),
)

/** The notifications of this device. Without an offer, the paths do not exist and the app shows no switch. */
export const pushRoutes =
  (push: PushOffer): CitizenRoutes =>
  (app, api) => {
    if (push === null) return
    const { push: subscriptions } = api.devices

    app.get('/push/key', async (request) => ({
      public_key: push.publicKey,
      subscribed: await subscriptions.has(api.sessionOf(request)),
    }))

    app.put('/push', async (request) => {
      const subscription = push.readSubscription(subscribed(request).subscription)
      if (subscription === null) throw new CitizenError('invalid_request', { field: 'subscription' })
      await subscriptions.write(api.sessionOf(request), subscription)
      return {}
    })

    app.delete('/push', async (request) => {
      await subscriptions.remove(api.sessionOf(request))
      return {}
    })
  }
