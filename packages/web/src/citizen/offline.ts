import type { Texts } from './texts/texts.ts'

/** The worker stores the app and the answers that were loaded, so that they can be read without a network. */
export const storeForOffline = (): void => {
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/worker.js').catch(() => {})
}

/** The words of notifications. A message has only the values, encrypted for this browser. */
export type NotificationTexts = {
  signIn: string
  consent: string
  access: string
  device: string
  guess: string
  scopes: Texts['scopes']
}

export const notificationTexts = ({
  approval,
  consent,
  accesses,
  devices,
  scopes,
}: Texts): NotificationTexts => ({
  signIn: approval.title,
  consent: consent.requestTitle,
  access: accesses.newAccess,
  device: devices.newDevice,
  guess: devices.codesGuessed,
  scopes,
})

/** Gives the worker the texts of the language: it writes notifications while the app is closed. */
export const storeNotificationTexts = async (texts: Texts): Promise<void> => {
  const store = await globalThis.caches?.open('nani-texts')
  await store?.put('/texts.json', new Response(JSON.stringify(notificationTexts(texts))))
}
