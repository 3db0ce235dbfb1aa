import { call } from './api.ts'
import { codeOf } from './api-error.ts'
import { fromBase64url, toBase64url } from './device/bytes.ts'

/** `absent`: the server sends no notifications. */
export type PushState = 'absent' | 'unavailable' | 'blocked' | 'off' | 'on'

/** The key of the server, and whether the server has a subscription of this device. */
type ServerPush = { public_key: string; subscribed?: boolean }

const registration = () => navigator.serviceWorker.ready

const readServer = (): Promise<ServerPush | null> =>
  call<ServerPush>('GET', '/push/key').catch((thrown) => {
    if (codeOf(thrown) === 'not_found') return null
    return { public_key: '', subscribed: true }
  })

export const readPush = async (): Promise<PushState> => {
  const server = await readServer()
  if (!server) return 'absent'
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  return server.subscribed && (await (await registration()).pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes at the browser's push service, and gives the subscription to the server. */
export const turnPushOn = async (): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { public_key } = await call<ServerPush>('GET', '/push/key')
  const { pushManager } = await registration()
  // A browser keeps a subscription for one key alone.
  const former = await pushManager.getSubscription()
  if (former && keyOf(former) !== public_key) await former.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: fromBase64url(public_key),
  })
  await call('PUT', '/push', { subscription: subscription.toJSON() })
}

const keyOf = ({ options }: PushSubscription): string | null =>
  options.applicationServerKey && toBase64url(options.applicationServerKey)

export const turnPushOff = async (): Promise<void> => {
  await call('DELETE', '/push')
  await dropSubscription()
}

/** The next citizen who uses this browser decides again. */
export const dropSubscription = async (): Promise<void> => {
  const registered = await navigator.serviceWorker?.getRegistration()
  await (await registered?.pushManager?.getSubscription())?.unsubscribe()
}
