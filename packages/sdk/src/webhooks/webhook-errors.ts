import { NaniError } from '../errors.ts'

/** A request that is not a current webhook of the service. Answer it with 400 and ignore it. */
export class NaniWebhookError extends NaniError {
  override readonly name: string = 'NaniWebhookError'
}

/** A header of the delivery is missing or malformed, or the signed body is not an event. */
export class NaniWebhookFormatError extends NaniWebhookError {
  override readonly name = 'NaniWebhookFormatError'

  constructor(message: string) {
    super(message, { code: 'webhook_malformed' })
  }
}

/** The signature does not match this body and key: the body was altered, or has another sender. */
export class NaniWebhookSignatureError extends NaniWebhookError {
  override readonly name = 'NaniWebhookSignatureError'

  constructor() {
    super('The webhook signature is not that of this body under this Payload Encryption Key.', {
      code: 'webhook_signature_invalid',
    })
  }
}

/** The signature is valid, but too old or from the future: a replay by another sender, or a wrong clock. */
export class NaniWebhookTimestampError extends NaniWebhookError {
  override readonly name = 'NaniWebhookTimestampError'

  constructor(apartSeconds: number, toleranceSeconds: number) {
    super(
      `The webhook was signed ${Math.abs(apartSeconds)} s ${apartSeconds < 0 ? 'ahead of' : 'before'} this clock; ${toleranceSeconds} s are tolerated.`,
      { code: 'webhook_timestamp_out_of_tolerance', context: { apart_seconds: apartSeconds } },
    )
  }
}
