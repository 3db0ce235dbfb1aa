export type ListRefusal =
  /** The file is not what it should be, or breaks off. */
  | 'unreadable'
  /** Older than a version that is or was in use. */
  | 'older'
  /** It has lost more than a tenth of its entries. */
  | 'dropped'
  /** It has no entries. */
  | 'empty'
  /** A bound on the size of an entry or on their number was passed. */
  | 'too_large'
  /** The list does not come in this form. */
  | 'unknown_format'

/** A version that is not taken; the one in use stays as it is. The message is for the operator. */
export class ListRefused extends Error {
  readonly reason: ListRefusal

  constructor(reason: ListRefusal, message: string) {
    super(message)
    this.name = 'ListRefused'
    this.reason = reason
  }
}
