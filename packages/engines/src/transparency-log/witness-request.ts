import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import type { Note } from './signed-note.ts'

/** A request to cosign a checkpoint (C2SP tlog-witness). */
export type WitnessRequest = { oldSize: number; proof: Buffer[]; signed: string }

export const formatWitnessRequest = ({ oldSize, proof, signed }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64')), '', signed].join('\n')

const maxHashes = 63

/** Reads a request. It throws for a body that is not one. It verifies nothing. */
export const readWitnessRequest = (body: string): WitnessRequest & { checkpoint: Checkpoint; note: Note } => {
  const split = body.indexOf('\n\n')
  if (split < 0) throw new Error('The request has no empty line before the checkpoint.')
  const [old = '', ...hashes] = body.slice(0, split).split('\n')
  const [, sizeText = ''] = /^old (0|[1-9]\d{0,15})$/.exec(old) ?? []
  if (sizeText === '') throw new Error('The first line of the request must be: old SIZE')
  if (hashes.length > maxHashes) throw new Error(`The proof has more than ${maxHashes} hashes.`)
  const proof = hashes.map((text) => Buffer.from(text, 'base64'))
  if (proof.some((hash, place) => hash.length !== 32 || hash.toString('base64') !== hashes[place]))
    throw new Error('A line of the proof is not a hash in base64.')
  const signed = body.slice(split + 2)
  return { oldSize: Number(sizeText), proof, signed, ...readCheckpoint(signed) }
}
