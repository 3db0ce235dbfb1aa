import { sign, verify } from 'node:crypto'
import type { NoteKey, NoteSigner } from './note-key.ts'
import { isKeyName } from './note-key.ts'

/** One line under the text of a note. */
export type NoteSignature = { name: string; id: Buffer; signature: Buffer; line: string }
export type Note = { text: string; signatures: NoteSignature[] }

/** Sixteen signatures of another algorithm can have 100 KB. A reader must accept them. */
const maxNoteCharacters = 200_000
const maxSignatures = 100
const idBytes = 4

export const signatureLine = ({ name, id }: NoteKey, signature: Uint8Array): string =>
  `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`

/** The text with a signature of each key. The text ends with a newline. */
export const signNote = (text: string, ...signers: readonly NoteSigner[]): string => {
  const lines = signers.map((key) => signatureLine(key, sign(null, Buffer.from(text), key.privateKey)))
  return `${text}\n${lines.join('')}`
}

/** Splits a note. It throws for a text that is not a note. It verifies nothing. */
export const readNote = (note: string): Note => {
  const malformed = (why: string) => new Error(`The signed note is malformed: ${why}.`)
  if (note.length > maxNoteCharacters) throw malformed('it is too long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has no control character but the newline
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw malformed('it contains a control character')
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) throw malformed('it has no signatures')
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > maxSignatures) throw malformed('it has too many signatures')
  return {
    text: note.slice(0, split + 1),
    signatures: lines.map((line) => readSignatureLine(line, malformed)),
  }
}

const readSignatureLine = (line: string, malformed: (why: string) => Error): NoteSignature => {
  const [, name = '', encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (!isKeyName(name) || bytes.length <= idBytes || bytes.toString('base64') !== encoded)
    throw malformed('a line is not a signature')
  return {
    ...{ name, id: bytes.subarray(0, idBytes), signature: bytes.subarray(idBytes) },
    line: `${line}\n`,
  }
}

/** The signature line of a key, or null. Name and id determine the key. */
export const noteSignatureBy = ({ signatures }: Note, key: NoteKey): NoteSignature | null =>
  signatures.find(({ name, id }) => name === key.name && id.equals(key.id)) ?? null

/** Whether the note has a valid Ed25519 signature of the key, and no invalid one. */
export const isSignedBy = (note: Note, key: NoteKey): boolean => {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id.equals(key.id))
  return (
    own.length > 0 &&
    own.every(({ signature }) => verify(null, Buffer.from(note.text), key.publicKey, signature))
  )
}
