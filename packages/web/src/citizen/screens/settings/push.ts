import { call } from '../../api.ts'
import { codeOf } from '../../api-error.ts'
import { fromBase64url } from '../../device/bytes.ts'

/** `absent`: the server sends no notifications. */
export type PushState = 'absent' | 'unavailable' | 'blocked' | 'off' | 'on'

const registration = () => navigator.serviceWorker.ready

export const readPush = async (): Promise<PushState> => {
  if (!(await hasServerPush())) return 'absent'
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  return (await (await registration()).pushManager.getSubscription()) ? 'on' : 'off'
}

const hasServerPush = (): Promise<boolean> =>
  call('GET', '/push/key').then(
    () => true,
    (thrown) => codeOf(thrown) !== 'not_found',
  )

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
