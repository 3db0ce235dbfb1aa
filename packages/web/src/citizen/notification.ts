import type { NotificationTexts } from './offline.ts'

/*
 * Of the worker alone. A module that the app shares would become a file of its own, and browsers of 2018 cannot
 * import in a worker.
 */

/** `path`: the screen that a tap opens. */
type Written = { title: string; body: string; tag: string; data: { path: string } }

const fill = (text: string, name: string, value: string): string => text.replace(`{${name}}`, () => value)

const inWords = (words: Readonly<Record<string, string>>, scope: string): string =>
  words[scope.replace(/^svc:/, '')] ?? scope

const textIn = (message: Readonly<Record<string, unknown>>, name: string): string => {
  const value = message[name]
  return typeof value === 'string' ? value : 'Nani'
}

const idForm = /^[\w.-]{1,140}$/

const pathOf = (kind: string, id: string): string => {
  if (kind === 'access') return '/#/accesses'
  if (kind === 'sign_in' && idForm.test(id)) return `/#/approvals/${id}`
  if (kind === 'consent' && idForm.test(id)) return `/#/consents/${id}`
  return '/'
}

/**
 * The notification for a message of the server: `{kind, id, application, scopes, device}`. A request names the
 * application and exactly the scopes that it asks for (spec/sign-in#approval). An unknown kind shows the name of the app.
 */
export const writeNotification = (content: unknown, texts: NotificationTexts | null): Written => {
  const message = (content ?? {}) as Readonly<Record<string, unknown>>
  const kind = textIn(message, 'kind')
  const id = textIn(message, 'id')
  // A message that arrives again takes the place of the first.
  const written = { title: 'Nani', body: '', tag: `${kind} ${id}`, data: { path: pathOf(kind, id) } }
  if (!texts) return written
  const application = textIn(message, 'application')
  switch (kind) {
    case 'sign_in': {
      const scopes = Array.isArray(message.scopes) ? message.scopes.map(String) : []
      const body = scopes.map((scope) => inWords(texts.scopes, scope)).join(' · ')
      return { ...written, title: fill(texts.signIn, 'application', application), body }
    }
    case 'consent':
      return { ...written, title: fill(texts.consent, 'application', application) }
    case 'access':
      return { ...written, title: texts.access }
    case 'guess':
      return { ...written, title: texts.guess }
    case 'device':
      return { ...written, title: fill(texts.device, 'name', textIn(message, 'device')) }
    default:
      return written
  }
}
