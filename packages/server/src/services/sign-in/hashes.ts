import { createHash } from 'node:crypto'

/** Codes, tokens and cookies are stored in this form only. */
export const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The challenge that belongs to a verifier (RFC 7636 § 4.2, method S256). */
export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url')
