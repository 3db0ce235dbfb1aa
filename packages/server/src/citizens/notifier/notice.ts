import type { Environment, Notice } from '@nani/contract'

/** A notice to every device of a citizen. */
export type AddressedNotice = {
  citizen: Buffer
  environment: Environment
  notice: Notice
  /** Null: at once. */
  notBefore: Date | null
}

/** How a push service delivers a kind: how long it keeps the message for a phone that is off, and how urgent it is. */
type Delivery = { lifeSeconds: number; urgency: 'low' | 'normal' | 'high' }

const day = 86_400

export const deliveryOf: Readonly<Record<Notice['kind'], Delivery>> = {
  // The window of a sign-in.
  sign_in: { lifeSeconds: 60, urgency: 'high' },
  // The time for the answer.
  consent: { lifeSeconds: day, urgency: 'normal' },
  device: { lifeSeconds: 3 * day, urgency: 'high' },
  access: { lifeSeconds: day, urgency: 'low' },
  guess: { lifeSeconds: day, urgency: 'high' },
}

/** What a notice is about. While one waits for a device, no second one about the same is added. */
export const topicOf = (notice: Notice): string =>
  'id' in notice ? `${notice.kind}:${notice.id}` : notice.kind
