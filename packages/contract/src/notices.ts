/** How a push service delivers a kind, and what a tap opens. */
type NoticeRules = {
  /** How long the message is kept for a phone that is off. */
  lifeSeconds: number
  urgency: 'low' | 'normal' | 'high'
  /** The part of the app behind `/`. One that ends in `/` is followed by the id of the notice. */
  opens: string
}
declare const fieldsOf: unique symbol
type DeclaredNotice<Fields> = NoticeRules & { [fieldsOf]?: Fields }

const notice = <Fields extends object = object>(rules: NoticeRules): DeclaredNotice<Fields> => rules

const day = 86_400

/**
 * Each kind of notice to the devices of a citizen, with its fields (spec/citizen-app#notifications). It can appear on a
 * locked screen, so it names no one but the application that asks, and no value of the citizen. Each language has a title
 * for each kind, where a field in braces is replaced.
 */
export const notices = {
  // The window of a sign-in.
  sign_in: notice<{ id: string; application: string; scopes: readonly string[] }>({
    lifeSeconds: 60,
    urgency: 'high',
    opens: '#/approvals/',
  }),
  // The time for the answer.
  consent: notice<{ id: string; application: string }>({
    lifeSeconds: day,
    urgency: 'normal',
    opens: '#/consents/',
  }),
  device: notice<{ id: string; device: string }>({ lifeSeconds: 3 * day, urgency: 'high', opens: '' }),
  access: notice({ lifeSeconds: day, urgency: 'low', opens: '#/accesses' }),
  /** Someone guesses at codes of an enrolment. */
  guess: notice({ lifeSeconds: day, urgency: 'high', opens: '' }),
}

export type NoticeKind = keyof typeof notices

/** A notice, as the server sends it and the worker of the app reads it. */
export type Notice = {
  [Kind in NoticeKind]: { kind: Kind } & ((typeof notices)[Kind] extends DeclaredNotice<infer Fields>
    ? Fields
    : never)
}[NoticeKind]
