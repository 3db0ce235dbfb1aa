import { createHash } from 'node:crypto'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { RequestOptions } from '../../../organizations/webauthn/index.ts'
import type { ActingCitizen } from '../acting-citizen.ts'
import { type AppOrigin, checkSignature, type DeviceSignature, signatureOptions } from './device-key.ts'
import type { DeviceKind } from './device-row.ts'
import { readDevice } from './device-statements.ts'

/** What a device signs: a text that the citizen was shown. The challenge of WebAuthn is its SHA-256. */
export const hashOfText = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** A text to sign: what it is, and one line for each fact. A name cannot add a line of its own. */
export const signedText = (title: string, facts: Readonly<Record<string, string>>): string =>
  [title, ...Object.entries(facts).map(([name, value]) => `${name}: ${oneLine(value)}`)].join('\n')

const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ')

type SigningCitizen = Pick<ActingCitizen, 'citizen' | 'deviceId'>
type SignedText = { text: string; signature: DeviceSignature; app: AppOrigin }

/**
 * Whether the device of the session signed the text. A revoked device signs nothing. The counter is written with what
 * the signature brings about (`writeSigned`).
 */
export const createSignedBy =
  ({ pool }: { pool: pg.Pool }) =>
  async (
    { citizen, deviceId }: SigningCitizen,
    { text, signature, app }: SignedText,
  ): Promise<{ signCount: number; kind: DeviceKind } | null> => {
    const row = await readDevice(pool, citizen, deviceId)
    if (!row) return null
    const content = { content: Buffer.from(text, 'utf8'), challenge: hashOfText(text) }
    const checked = await checkSignature(row, content, signature, app)
    return checked && { ...checked, kind: row.kind }
  }

/** What a device of WebAuthn needs in order to sign a text; null for one of WebCrypto. */
export const signingOptions = async (
  database: Database,
  { citizen, deviceId }: SigningCitizen,
  text: string,
  app: AppOrigin,
): Promise<RequestOptions | null> => {
  const row = await readDevice(database, citizen, deviceId)
  return row?.credential_id ? signatureOptions(hashOfText(text), row.credential_id, app) : null
}
