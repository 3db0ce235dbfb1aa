import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import {
  type AppOrigin,
  type AssertionResponse,
  acceptCredential,
  type CreationOptions,
  checkAssertion,
  creationOptions,
  type RegistrationResponse,
  type RequestOptions,
  requestOptions,
} from '../../../organizations/webauthn/index.ts'
import type { DeviceKind, DeviceRow } from './device-row.ts'

export type { AppOrigin }

/** The key that a device offers, with its first signature. */
export type OfferedKey =
  | { kind: 'webcrypto'; public_key: JsonWebKey; signature: string }
  | { kind: 'webauthn'; response: RegistrationResponse }

export type AcceptedKey = {
  kind: DeviceKind
  publicKey: Buffer
  credentialId: string | null
  signCount: number
}

/** A signature of an enrolled device: the bytes of WebCrypto in base64url, or the answer of WebAuthn. */
export type DeviceSignature = { signature: string } | { webauthn: AssertionResponse }

export type SigningDevice = Pick<DeviceRow, 'kind' | 'public_key' | 'credential_id' | 'sign_count'>

const signatureBytes = 64

export const registrationOptions = (
  challenge: Buffer,
  user: { userId: Buffer; userName: string },
  app: AppOrigin,
): Promise<CreationOptions | null> => creationOptions(challenge, user, app)

export const signatureOptions = (
  challenge: Buffer,
  credentialId: string,
  app: AppOrigin,
): Promise<RequestOptions> => requestOptions(challenge, [credentialId], app)

/** The key, if its first signature is over the challenge. Null for any other. */
export const acceptKey = async (
  offered: OfferedKey,
  challenge: Buffer,
  app: AppOrigin,
): Promise<AcceptedKey | null> =>
  offered.kind === 'webcrypto' ? acceptWebCrypto(offered, challenge) : acceptWebAuthn(offered, challenge, app)

const acceptWebCrypto = (
  { public_key: jwk, signature }: Extract<OfferedKey, { kind: 'webcrypto' }>,
  challenge: Buffer,
): AcceptedKey | null => {
  const publicKey = spkiOf(jwk)
  if (publicKey === null || !isSignedBy(publicKey, challenge, signature)) return null
  return { kind: 'webcrypto', publicKey, credentialId: null, signCount: 0 }
}

/** A public key on P-256; null for anything else. */
const spkiOf = ({ kty, crv, x, y }: JsonWebKey): Buffer | null => {
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return null
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  } catch {
    return null
  }
}

const isSignedBy = (spki: Buffer, content: Buffer, signature: string): boolean => {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== signatureBytes) return false
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

const acceptWebAuthn = async (
  { response }: Extract<OfferedKey, { kind: 'webauthn' }>,
  challenge: Buffer,
  app: AppOrigin,
): Promise<AcceptedKey | null> => {
  const accepted = await acceptCredential(response, challenge, app)
  return accepted && { kind: 'webauthn', ...accepted }
}

/**
 * Whether an enrolled device signed the content. WebCrypto signs the content itself, WebAuthn a challenge that is its
 * `challenge`. Returns the new counter of the device, or null.
 */
export const checkSignature = async (
  device: SigningDevice,
  { content, challenge }: { content: Buffer; challenge: Buffer },
  given: DeviceSignature,
  app: AppOrigin,
): Promise<{ signCount: number } | null> => {
  if (device.kind === 'webcrypto') {
    const isSigned = 'signature' in given && isSignedBy(device.public_key, content, given.signature)
    return isSigned ? { signCount: 0 } : null
  }
  if (!('webauthn' in given) || device.credential_id === null) return null
  const credential = {
    credentialId: device.credential_id,
    publicKey: device.public_key,
    signCount: device.sign_count,
  }
  return checkAssertion(credential, given.webauthn, challenge, app)
}
