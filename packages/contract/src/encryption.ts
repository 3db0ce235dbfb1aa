/** AES-256-GCM as in spec/wire#encryption. */
export const encryption = { algorithm: 'AES-256-GCM', ivBytes: 12, tagBytes: 16, keyBytes: 32 } as const

/** The body on the wire: base64 of ciphertext ‖ tag. */
export type EncryptedBody = { payload: string }

/**
 * The additional authenticated data of a response. It binds a response to its request (spec/wire#encryption). A
 * request has none, because its signature covers it completely.
 */
export const responseAdditionalData = (requestNonce: string, httpStatus: number): string =>
  `${requestNonce}\n${httpStatus}`

/** The string whose HMAC-SHA256 under the Payload Encryption Key bytes signs a webhook (spec/webhooks#webhook-signature). */
export const webhookSignedString = (timestamp: string, rawBody: string): string => `${timestamp}.${rawBody}`
