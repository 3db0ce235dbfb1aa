import type { NotificationTexts } from './offline.ts'

/** The texts that an app of before 2026-12 left for its worker, under another name. */
export type EarlierTexts = {
  signIn: string
  consent: string
  access: string
  device: string
  guess: string
  scopes: NotificationTexts['scopes']
}

/** A worker can be newer than the app that was opened last. Of the worker alone, as notification.ts is. */
export const fromEarlierTexts = ({ signIn, device, scopes, ...same }: EarlierTexts): NotificationTexts => ({
  notices: { ...same, sign_in: signIn, device: device.replace('{name}', '{device}') },
  scopes,
})
