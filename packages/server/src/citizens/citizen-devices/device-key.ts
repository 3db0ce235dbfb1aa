import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { DeviceKind, DeviceRow } from './device-row.ts'

/** The origin of the app. Passkeys belong to its host name. */
export type AppOrigin = { origin: string }

/** The key that a device offers, with its first signature. */
export type OfferedKey =
  | { kind: 'webcrypto'; public_key: JsonWebKey; signature: string }
  | { kind: 'webauthn'; response: RegistrationResponseJSON }

export type AcceptedKey = {
  kind: DeviceKind
  publicKey: Buffer
  credentialId: string | null
  signCount: number
}

/** A signature of an enrolled device: the bytes of WebCrypto in base64url, or the answer of WebAuthn. */
export type DeviceSignature = { signature: string } | { webauthn: AuthenticationResponseJSON }

export type SigningDevice = Pick<DeviceRow, 'kind' | 'public_key' | 'credential_id' | 'sign_count'>

/** Loaded at the first passkey: a start would spend a twentieth of its time on it. */
const library = () => import('@simplewebauthn/server')

export const hostOf = ({ origin }: AppOrigin) => new URL(origin).hostname
/** A passkey needs a name: browsers refuse addresses. */
export const hasName = (host: string) => !/^[\d.]+$|^\[/.test(host)
/** ES256 and RS256. */
const algorithms = [-7, -257]
const ceremonyMs = 60_000
const signatureBytes = 64

export const registrationOptions = async (
  challenge: Buffer,
  { userId, userName }: { userId: Buffer; userName: string },
  app: AppOrigin,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> =>
  hasName(hostOf(app))
    ? (await library()).generateRegistrationOptions({
        ...{ rpName: 'Nani', rpID: hostOf(app), userName, timeout: ceremonyMs },
        userID: new Uint8Array(userId),
        challenge: new Uint8Array(challenge),
        attestationType: 'none',
        authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
        supportedAlgorithmIDs: algorithms,
      })
    : null

export const signatureOptions = async (
  challenge: Buffer,
  credentialId: string,
  app: AppOrigin,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await library()).generateAuthenticationOptions({
    rpID: hostOf(app),
    challenge: new Uint8Array(challenge),
    allowCredentials: [{ id: credentialId }],
    userVerification: 'required',
    timeout: ceremonyMs,
  })

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
  const { verifyRegistrationResponse } = await library()
  const verified = await orNull(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: app.origin,
      expectedRPID: hostOf(app),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { kind: 'webauthn', publicKey: Buffer.from(publicKey), credentialId: id, signCount: counter }
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
  const { verifyAuthenticationResponse } = await library()
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: given.webauthn,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: app.origin,
      expectedRPID: hostOf(app),
      credential: {
        id: device.credential_id,
        publicKey: new Uint8Array(device.public_key),
        counter: device.sign_count,
      },
      requireUserVerification: true,
    }),
  )
  return verified?.verified ? { signCount: verified.authenticationInfo.newCounter } : null
}

/** The library throws for a response that does not verify. Its messages are for no one. */
const orNull = <Value>(verifying: Promise<Value>): Promise<Value | null> => verifying.catch(() => null)
