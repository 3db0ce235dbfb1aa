import { fromBase64url, toBase64url, utf8 } from './bytes.ts'
import type { StoredDevice } from './store.ts'
import { type RequestOptions, useCredential } from './webauthn.ts'

/** What the API takes as the proof of this device. */
export type DeviceProof = { signature: string } | { webauthn: Awaited<ReturnType<typeof useCredential>> }

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

/** ECDSA with SHA-256, r and s one after the other. */
const sign = async (key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64url(await crypto.subtle.sign(algorithm, key, bytes))

/** The signature of the bytes of a challenge. */
export const signChallenge = (key: CryptoKey, challenge: string): Promise<string> =>
  sign(key, fromBase64url(challenge))

/** Signs the text that a request names. An authenticator signs the SHA-256 of it as its challenge. */
export const proveText = async (device: StoredDevice, text: string): Promise<DeviceProof> => {
  if (device.kind === 'webcrypto') return { signature: await sign(device.privateKey, utf8(text)) }
  // Computed here, and not taken from the server: the signature is over the text that the screen shows.
  const challenge = toBase64url(await crypto.subtle.digest('SHA-256', utf8(text)))
  return proveByUnlock(device.credentialId, { challenge, rpId: location.hostname })
}

/** Signs the challenge of a new session. */
export const proveChallenge = async (
  device: StoredDevice,
  { challenge, webauthn }: { challenge: string; webauthn?: RequestOptions },
): Promise<DeviceProof> => {
  if (device.kind === 'webcrypto') return { signature: await signChallenge(device.privateKey, challenge) }
  return proveByUnlock(device.credentialId, webauthn ?? { challenge, rpId: location.hostname })
}

const proveByUnlock = async (credentialId: string, options: RequestOptions): Promise<DeviceProof> => ({
  webauthn: await useCredential({
    ...options,
    allowCredentials: [{ type: 'public-key', id: credentialId }],
  }),
})
