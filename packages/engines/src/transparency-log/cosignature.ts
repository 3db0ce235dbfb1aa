import { sign, verify } from 'node:crypto'
import type { NoteKey, NoteSigner } from './note-key.ts'
import { type Note, signatureLine } from './signed-note.ts'

const timestampBytes = 8

const cosigned = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

/** The line of a cosigner under the text of a checkpoint (C2SP tlog-cosignature, Ed25519). */
export const cosign = (text: string, atMs: number, signer: NoteSigner): string => {
  const seconds = BigInt(Math.floor(atMs / 1_000))
  const timestamp = Buffer.alloc(timestampBytes)
  timestamp.writeBigUInt64BE(seconds)
  return signatureLine(
    signer,
    Buffer.concat([timestamp, sign(null, cosigned(text, seconds), signer.privateKey)]),
  )
}

/** A cosignature of a checkpoint has a time. The text allows 63 bits. A later time than this is none that a clock has. */
const maxSeconds = 8_640_000_000_000n

/**
 * When the cosigner signed (epoch ms). Null: the note has no line of the key. It throws for a line of the key that is not a valid
 * cosignature of this note.
 */
export const cosignedAt = (note: Note, key: NoteKey): number | null => {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id.equals(key.id))
  const times = own.map(({ signature }) => timeOfCosignature(note.text, signature, key))
  return times[0] ?? null
}

const timeOfCosignature = (text: string, signature: Buffer, { name, publicKey }: NoteKey): number => {
  const seconds = signature.length > timestampBytes ? signature.readBigUInt64BE(0) : 0n
  const hasTime = seconds > 0n && seconds <= maxSeconds
  if (!hasTime || !verify(null, cosigned(text, seconds), publicKey, signature.subarray(timestampBytes)))
    throw new Error(`The cosignature of ${name} is not valid.`)
  return Number(seconds) * 1_000
}
