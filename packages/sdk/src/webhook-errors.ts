import { NaniError } from './errors.ts'

/** A request that is no webhook of ours, or not of now: answer it with 400 and do nothing else. */
export class NaniWebhookError extends NaniError {
  override readonly name: string = 'NaniWebhookError'
}

/** A header of the delivery is missing or malformed, or the signed body is no event. */
export class NaniWebhookFormatError extends NaniWebhookError {
  override readonly name = 'NaniWebhookFormatError'

  constructor(message: string) {
    super(message, { code: 'webhook_malformed' })
  }
}

/** The signature is not that of this body under this key: it was altered, or comes from somebody else. */
export class NaniWebhookSignatureError extends NaniWebhookError {
  override readonly name = 'NaniWebhookSignatureError'

  constructor() {
    super('The webhook signature is not that of this body under this Payload Encryption Key.', {
      code: 'webhook_signature_invalid',
    })
  }
}

/** The signature is right and too old, or from the future: a repetition by somebody else, or a clock that is wrong. */
export class NaniWebhookTimestampError extends NaniWebhookError {
  override readonly name = 'NaniWebhookTimestampError'

  constructor(apartSeconds: number, toleranceSeconds: number) {
    super(
      `The webhook was signed ${Math.abs(apartSeconds)} s ${apartSeconds < 0 ? 'ahead of' : 'before'} this clock; ${toleranceSeconds} s are tolerated.`,
      { code: 'webhook_timestamp_out_of_tolerance', context: { apart_seconds: apartSeconds } },
    )
  }
}
