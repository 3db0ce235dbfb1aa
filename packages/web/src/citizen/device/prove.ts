import { toBase64url, utf8 } from './bytes.ts'
import type { StoredDevice } from './store.ts'
import { type RequestOptions, useCredential } from './webauthn.ts'

/** What the API takes as the proof of this device. */
export type Proof = { signature: string } | { webauthn: Awaited<ReturnType<typeof useCredential>> }

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

/** The signature of a text: its UTF-8 bytes, ECDSA with SHA-256, r and s one after the other. */
export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64url(await crypto.subtle.sign(algorithm, key, utf8(text)))

/** Signs the text that a request names. An authenticator signs the SHA-256 of it as its challenge. */
export const proveText = async (device: StoredDevice, text: string): Promise<Proof> => {
  if (device.kind === 'webcrypto') return { signature: await signText(device.privateKey, text) }
  const challenge = toBase64url(await crypto.subtle.digest('SHA-256', utf8(text)))
  return proveByUnlock(device.credentialId, { challenge, rpId: location.hostname })
}

/** Signs the challenge of a new session. */
export const proveChallenge = async (
  device: StoredDevice,
  { challenge, webauthn }: { challenge: string; webauthn?: RequestOptions },
): Promise<Proof> => {
  if (device.kind === 'webcrypto') return { signature: await signText(device.privateKey, challenge) }
  return proveByUnlock(device.credentialId, webauthn ?? { challenge, rpId: location.hostname })
}

const proveByUnlock = async (credentialId: string, options: RequestOptions): Promise<Proof> => ({
  webauthn: await useCredential({
    ...options,
    allowCredentials: [{ type: 'public-key', id: credentialId }],
  }),
})
