/** AES-256-GCM as in decisions §2. */
export const encryption = { algorithm: 'AES-256-GCM', ivBytes: 12, tagBytes: 16, keyBytes: 32 } as const

/** The body on the wire: base64 of ciphertext ‖ tag. */
export type EncryptedBody = { payload: string }

/**
 * The additional authenticated data of a response: it binds an answer to its question (decisions §2).
 * A request has none: its signature covers it whole.
 */
export const responseAdditionalData = (requestNonce: string, httpStatus: number): string =>
  `${requestNonce}\n${httpStatus}`

/** The string whose HMAC-SHA256 under the Payload Encryption Key bytes signs a webhook (spec 2 § Delivery). */
export const webhookSignedString = (timestamp: string, rawBody: string): string => `${timestamp}.${rawBody}`
