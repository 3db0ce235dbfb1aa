import type { Environment, Notice } from '@nani/contract'

/** A notice to every device of a citizen. */
export type AddressedNotice = {
  citizen: Buffer
  environment: Environment
  notice: Notice
  /** Null: at once. */
  notBefore: Date | null
}

/** What a notice is about. While one waits for a device, no second one about the same is added. */
export const topicOf = (notice: Notice): string =>
  'id' in notice ? `${notice.kind}:${notice.id}` : notice.kind
