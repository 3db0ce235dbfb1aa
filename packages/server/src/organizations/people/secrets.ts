import { createHash } from 'node:crypto'
import type { Random } from '@nani/foundation/core/index.ts'

const secretBytes = 32
export const secretForm = '^[A-Za-z0-9_-]{43}$'

/** A secret of a cookie or of a mail. Only its SHA-256 is stored. */
export const newSecret = (random: Random): string => random.bytes(secretBytes).toString('base64url')
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest()
