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

/** When the cosigner signed (epoch ms). Null: the note has no valid cosignature of the key. */
export const cosignedAt = (note: Note, key: NoteKey): number | null => {
  for (const { name, id, signature } of note.signatures) {
    if (name !== key.name || !id.equals(key.id) || signature.length <= timestampBytes) continue
    const seconds = signature.readBigUInt64BE(0)
    if (verify(null, cosigned(note.text, seconds), key.publicKey, signature.subarray(timestampBytes)))
      return Number(seconds) * 1_000
  }
  return null
}
