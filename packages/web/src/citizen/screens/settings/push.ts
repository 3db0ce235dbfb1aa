import { call } from '../../api.ts'
import { fromBase64url } from '../../device/bytes.ts'

export type PushState = 'unavailable' | 'blocked' | 'off' | 'on'

const registration = () => navigator.serviceWorker.ready

export const readPush = async (): Promise<PushState> => {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  return (await (await registration()).pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes at the browser's push service, and gives the subscription to the server. */
export const turnPushOn = async (): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { public_key } = await call<{ public_key: string }>('GET', '/push/key')
  const subscription = await (await registration()).pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: fromBase64url(public_key),
  })
  await call('PUT', '/push', { subscription: subscription.toJSON() })
}

export const turnPushOff = async (): Promise<void> => {
  await call('DELETE', '/push')
  await (await (await registration()).pushManager.getSubscription())?.unsubscribe()
}
