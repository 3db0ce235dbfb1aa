import { NaniError } from '../errors.ts'

/** A text that proves nothing: no receipt, or one that was altered or signed by another key. */
export class NaniReceiptError extends NaniError {
  override readonly name = 'NaniReceiptError'

  constructor(message: string) {
    super(message, { code: 'receipt_invalid' })
  }
}

export const invalidReceipt = (why: string) => new NaniReceiptError(`The receipt proves nothing: ${why}.`)
