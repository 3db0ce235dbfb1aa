import { hashBytes } from './merkle-hash.ts'
import type { NoteKey, NoteSigner } from './note-key.ts'
import { isSignedBy, type Note, readNote, signNote } from './signed-note.ts'

/** The head of a tree (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Buffer }

const textOf = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** The signed checkpoint of a log. */
export const signCheckpoint = (checkpoint: Checkpoint, ...signers: readonly NoteSigner[]): string =>
  signNote(textOf(checkpoint), ...signers)

/** The checkpoint of a note. It throws for a text that is not one. It verifies nothing. */
export const readCheckpoint = (text: string): { checkpoint: Checkpoint; note: Note } => {
  const note = readNote(text)
  const [origin = '', sizeText = '', rootText = '', ...extensions] = note.text.slice(0, -1).split('\n')
  const root = Buffer.from(rootText, 'base64')
  const size = Number(sizeText)
  const isCheckpoint =
    origin !== '' &&
    /^(0|[1-9]\d*)$/.test(sizeText) &&
    Number.isSafeInteger(size) &&
    root.length === hashBytes &&
    root.toString('base64') === rootText &&
    extensions.every((line) => line !== '')
  if (!isCheckpoint) throw new Error('The note is not a checkpoint.')
  return { checkpoint: { origin, size, root }, note }
}

/** The checkpoint of a note that the log signed. It throws if the log did not sign it. The name of the key is the origin. */
export const openCheckpoint = (text: string, key: NoteKey): { checkpoint: Checkpoint; note: Note } => {
  const read = readCheckpoint(text)
  if (read.checkpoint.origin !== key.name || !isSignedBy(read.note, key))
    throw new Error(`The checkpoint is not signed by the key of ${key.name}.`)
  return read
}
