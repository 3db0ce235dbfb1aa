import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { sha256 } from './merkle-hash.ts'

/** Signature types of C2SP signed-note: Ed25519, and timestamped Ed25519 of cosigners. */
export const signatureTypes = { ed25519: 1, cosignature: 4 } as const
export type SignatureType = keyof typeof signatureTypes

/** A public key that a note is verified with. */
export type NoteKey = { name: string; id: Buffer; type: SignatureType; publicKey: KeyObject }

/** A key that signs notes. */
export type NoteSigner = NoteKey & { privateKey: KeyObject }

const rawKeyBytes = 32
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const rawOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(-rawKeyBytes)

const keyOf = (name: string, type: SignatureType, publicKey: KeyObject): NoteKey => {
  const typed = Buffer.concat([Buffer.from([signatureTypes[type]]), rawOf(publicKey)])
  return {
    name,
    type,
    publicKey,
    id: sha256(Buffer.concat([Buffer.from(`${name}\n`), typed])).subarray(0, 4),
  }
}

/** A name of a key has no space and no plus sign. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}\p{Z}]+$/u.test(name)

/** The signer of a private Ed25519 key in PEM. */
export const openSigner = (name: string, type: SignatureType, privateKeyPem: string): NoteSigner => {
  const privateKey = createPrivateKey(privateKeyPem)
  return { ...keyOf(name, type, createPublicKey(privateKey)), privateKey }
}

/** A new private Ed25519 key in PEM. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The verifier key as text: the name, the id and the typed public key. */
export const verifierKey = ({ name, id, type, publicKey }: NoteKey): string =>
  [
    name,
    id.toString('hex'),
    Buffer.concat([Buffer.from([signatureTypes[type]]), rawOf(publicKey)]).toString('base64'),
  ].join('+')

/** The key of a text. It throws for a text that is not a verifier key of a known type. */
export const readVerifierKey = (text: string): NoteKey => {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const type = (Object.keys(signatureTypes) as SignatureType[]).find(
    (known) => signatureTypes[known] === bytes[0],
  )
  if (!isKeyName(name) || !type || bytes.length !== rawKeyBytes + 1)
    throw new Error('A verifier key has the form NAME+ID+KEY with an Ed25519 key.')
  const publicKey = createPublicKey({
    ...{ key: Buffer.concat([spkiPrefix, bytes.subarray(1)]), format: 'der', type: 'spki' },
  })
  const key = keyOf(name, type, publicKey)
  if (key.id.toString('hex') !== id)
    throw new Error('The id of the verifier key does not fit its name and key.')
  return key
}

/** The key of a text that a person gave. It throws a refusal. */
export const requireVerifierKey = (text: string): NoteKey => {
  try {
    return readVerifierKey(text.trim())
  } catch (error) {
    throw new Refusal('audit_key_invalid', (error as Error).message)
  }
}
