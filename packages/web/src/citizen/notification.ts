import { type NoticeKind, notices } from '@nani/contract/notices'
import type { NotificationTexts } from './offline.ts'

/*
 * Of the worker alone. A module that the app shares would become a file of its own, and browsers of 2018 cannot
 * import in a worker.
 */

/** `path`: the screen that a tap opens. */
type WrittenNotification = { title: string; body: string; tag: string; data: { path: string } }

type Message = Readonly<Record<string, unknown>>

const kinds = Object.keys(notices)
const isKnown = (kind: string): kind is NoticeKind => kinds.includes(kind)

const textIn = (message: Message, name: string): string => {
  const value = message[name]
  return typeof value === 'string' ? value : 'Nani'
}

const titleOf = (message: Message, title: string): string =>
  title.replace(/\{(\w+)\}/g, (_, name: string) => textIn(message, name))

const inWords = (words: Readonly<Record<string, string>>, scope: string): string =>
  words[scope.replace(/^svc:/, '')] ?? scope

const scopesIn = ({ scopes }: Message): readonly unknown[] => (Array.isArray(scopes) ? scopes : [])

const idForm = /^[\w.-]{1,140}$/

/** The own screen of a request. Any other id opens the start of the app. */
const pathOf = (kind: NoticeKind, id: string): string => {
  const { opens } = notices[kind]
  if (!opens.endsWith('/')) return `/${opens}`
  return idForm.test(id) ? `/${opens}${id}` : '/'
}

/**
 * The notification for a notice of the server. A request names the application and exactly the scopes that it asks for
 * (spec/sign-in#approval). A notice of a newer server, of an unknown kind, shows the name of the app.
 */
export const writeNotification = (content: unknown, texts: NotificationTexts | null): WrittenNotification => {
  const message = (content ?? {}) as Message
  const kind = textIn(message, 'kind')
  const id = textIn(message, 'id')
  // A message that arrives again takes the place of the first.
  const tag = `${kind} ${id}`
  if (!isKnown(kind)) return { title: 'Nani', body: '', tag, data: { path: '/' } }
  // Texts that an older app stored may be without the kind.
  const title = texts?.notices[kind]
  return {
    title: title ? titleOf(message, title) : 'Nani',
    body: texts
      ? scopesIn(message)
          .map((scope) => inWords(texts.scopes, String(scope)))
          .join(' · ')
      : '',
    tag,
    data: { path: pathOf(kind, id) },
  }
}
