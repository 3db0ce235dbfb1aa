import { openCheckpoint } from './checkpoint.ts'
import { cosignedAt } from './cosignature.ts'
import { leafHash } from './merkle-hash.ts'
import { isIncluded } from './merkle-proof.ts'
import type { NoteKey } from './note-key.ts'

/** A proof that an entry is in a log (C2SP tlog-proof). */
export type TlogProof = {
  /** Bytes with the meaning of the application, without authentication. */
  extra: Buffer | null
  index: number
  proof: readonly Buffer[]
  /** The signed checkpoint, with the cosignatures. */
  checkpoint: string
}

const head = 'c2sp.org/tlog-proof@v1'
const maxHashes = 63
const maxCharacters = 1_000_000

export const formatTlogProof = ({ extra, index, proof, checkpoint }: TlogProof): string =>
  [
    head,
    ...(extra ? [`extra ${extra.toString('base64')}`] : []),
    `index ${index}`,
    ...proof.map((hash) => hash.toString('base64')),
    '',
    checkpoint,
  ].join('\n')

const fromBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new Error('The proof contains a line that is not base64.')
  return bytes
}

/** Reads a proof. It throws for a text that is not one. It verifies nothing. */
export const readTlogProof = (text: string): TlogProof => {
  const split = text.indexOf('\n\n')
  if (!text.startsWith(`${head}\n`) || split < 0 || text.length > maxCharacters)
    throw new Error(`A proof begins with the line ${head}, and an empty line is before its checkpoint.`)
  const lines = text.slice(head.length + 1, split).split('\n')
  const extra = lines[0]?.startsWith('extra ') ? fromBase64((lines.shift() as string).slice(6)) : null
  const [, indexText = ''] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? []
  if (indexText === '' || lines.length > maxHashes) throw new Error('The proof has no valid index.')
  return {
    ...{ extra, index: Number(indexText), proof: lines.map(fromBase64) },
    checkpoint: text.slice(split + 2),
  }
}

export type VerifiedProof = { index: number; size: number; origin: string; cosigned: Map<string, number> }

/**
 * Verifies that `entry` is in the log of the key. It throws if not. `witnesses` are the keys of cosigners that the
 * verifier knows: the result names those that cosigned the checkpoint, each with its time (epoch ms).
 */
export const verifyTlogProof = (
  { index, proof, checkpoint: signed }: TlogProof,
  entry: Uint8Array,
  { key, witnesses = [] }: { key: NoteKey; witnesses?: readonly NoteKey[] },
): VerifiedProof => {
  const { checkpoint, note } = openCheckpoint(signed, key)
  const { size, root, origin } = checkpoint
  if (!isIncluded({ leaf: leafHash(entry), index, size, root, proof }))
    throw new Error(`The entry is not the leaf ${index} of the log ${origin} with ${size} leaves.`)
  const cosigned = new Map<string, number>()
  for (const witness of witnesses) {
    const at = cosignedAt(note, witness)
    if (at !== null) cosigned.set(witness.name, at)
  }
  return { index, size, origin, cosigned }
}
