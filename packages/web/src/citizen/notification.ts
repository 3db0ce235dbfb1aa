import type { Notice } from '@nani/contract'
import type { NotificationTexts } from './offline.ts'

/*
 * Of the worker alone. A module that the app shares would become a file of its own, and browsers of 2018 cannot
 * import in a worker.
 */

/** `path`: the screen that a tap opens. */
type WrittenNotification = { title: string; body: string; tag: string; data: { path: string } }

const fill = (text: string, name: string, value: string): string => text.replace(`{${name}}`, () => value)

const inWords = (words: Readonly<Record<string, string>>, scope: string): string =>
  words[scope.replace(/^svc:/, '')] ?? scope

const textIn = (message: Readonly<Record<string, unknown>>, name: string): string => {
  const value = message[name]
  return typeof value === 'string' ? value : 'Nani'
}

const idForm = /^[\w.-]{1,140}$/

/** The own screen of a request. Any other id opens the start of the app. */
const pathWith = (start: string, id: string): string => (idForm.test(id) ? `${start}${id}` : '/')

type Message = Readonly<Record<string, unknown>>
type KindOfNotice = {
  title: (message: Message, texts: NotificationTexts) => string
  body?: (message: Message, texts: NotificationTexts) => string
  path: (id: string) => string
}

/** Each kind of notice, so that one that the worker does not know fails to compile. */
const kinds: Readonly<Record<Notice['kind'], KindOfNotice>> = {
  sign_in: {
    title: (message, { signIn }) => fill(signIn, 'application', textIn(message, 'application')),
    body: ({ scopes }, texts) =>
      (Array.isArray(scopes) ? scopes : []).map((scope) => inWords(texts.scopes, String(scope))).join(' · '),
    path: (id) => pathWith('/#/approvals/', id),
  },
  consent: {
    title: (message, { consent }) => fill(consent, 'application', textIn(message, 'application')),
    path: (id) => pathWith('/#/consents/', id),
  },
  device: {
    title: (message, { device }) => fill(device, 'name', textIn(message, 'device')),
    path: () => '/',
  },
  access: { title: (_, { access }) => access, path: () => '/#/accesses' },
  guess: { title: (_, { guess }) => guess, path: () => '/' },
}
const kindsByName: ReadonlyMap<string, KindOfNotice> = new Map(Object.entries(kinds))

/**
 * The notification for a notice of the server. A request names the application and exactly the scopes that it asks for
 * (spec/sign-in#approval). A notice of a newer server, of an unknown kind, shows the name of the app.
 */
export const writeNotification = (content: unknown, texts: NotificationTexts | null): WrittenNotification => {
  const message = (content ?? {}) as Message
  const kind = textIn(message, 'kind')
  const id = textIn(message, 'id')
  const known = kindsByName.get(kind)
  return {
    title: (texts && known?.title(message, texts)) ?? 'Nani',
    body: (texts && known?.body?.(message, texts)) ?? '',
    // A message that arrives again takes the place of the first.
    tag: `${kind} ${id}`,
    data: { path: known?.path(id) ?? '/' },
  }
}
