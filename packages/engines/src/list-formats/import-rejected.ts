import { OperatorError } from '@nani/foundation/core/index.ts'

export type ListRefusal =
  /** The file is invalid or incomplete. */
  | 'unreadable'
  /** It is older than a version that is or was in use. */
  | 'older'
  /** It has lost more than a tenth of its entries. */
  | 'dropped'
  /** It has no entries. */
  | 'empty'
  /** It exceeds the maximum size of an entry or number of entries. */
  | 'too_large'
  /** The list does not use this format. */
  | 'unknown_format'

/** A version that is not imported. The version in use does not change. */
export class ImportRejected extends OperatorError {
  readonly reason: ListRefusal

  constructor(reason: ListRefusal, message: string) {
    super(`list_${reason}`, message)
    this.name = 'ImportRejected'
    this.reason = reason
  }
}
