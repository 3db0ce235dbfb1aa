import type { Texts } from './texts/texts.ts'

/** The worker stores the app and the answers that were loaded, so that they can be read without a network. */
export const storeForOffline = (): void => {
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/worker.js').catch(() => {})
}

/** The words of notifications. A message has only the values, encrypted for this browser. */
export type NotificationTexts = Pick<Texts, 'notices' | 'scopes'>

/** Gives the worker the texts of the language: it writes notifications while the app is closed. */
export const storeNotificationTexts = async ({ notices, scopes }: Texts): Promise<void> => {
  const store = await globalThis.caches?.open('nani-texts')
  const texts: NotificationTexts = { notices, scopes }
  await store?.put('/notices.json', new Response(JSON.stringify(texts)))
}
