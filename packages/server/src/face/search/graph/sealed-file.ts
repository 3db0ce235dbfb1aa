import { open, rename, rm } from 'node:fs/promises'
import type { Vault } from '../../../storage/index.ts'

/*
 * A file that is sealed piece by piece, so that none of it stands on a disk in the clear and a large one needs no large
 * memory. Each piece is bound to its place and the last one says so: pieces cannot be exchanged, left out or cut off.
 */

const pieceBytes = 4 * 1024 * 1024
const lengthBytes = 4

const contextOf = (context: string, index: number, isLast: boolean) =>
  `${context}:${index}${isLast ? ':last' : ''}`

/** Writes the pieces in the place of what is there, whole or not at all. */
export const writeSealed = async (
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  vault: Vault,
  context: string,
): Promise<void> => {
  const beside = `${path}.${process.pid}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    let index = 0
    const write = async (piece: Uint8Array, isLast: boolean) => {
      const sealed = vault.seal(piece, contextOf(context, index++, isLast))
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt32LE(sealed.length)
      await file.writev([length, sealed])
    }
    for await (const piece of pieces) await write(piece, false)
    await write(new Uint8Array(), true)
    await file.sync()
    await file.close()
    await rename(beside, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(beside, { force: true })
    throw error
  }
}

/** The pieces as they were written. Throws when one is not what was written there, or the end is missing. */
export async function* readSealed(path: string, vault: Vault, context: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    const length = Buffer.alloc(lengthBytes)
    for (let index = 0; ; index++) {
      const { bytesRead } = await file.read(length, 0, lengthBytes)
      if (bytesRead !== lengthBytes) throw new Error('a sealed file without an end')
      const sealedBytes = length.readUInt32LE()
      if (sealedBytes > 2 * pieceBytes) throw new Error('a sealed file with too large a piece')
      const sealed = Buffer.alloc(sealedBytes)
      const read = await file.read(sealed, 0, sealedBytes)
      if (read.bytesRead !== sealedBytes) throw new Error('a sealed file that is cut off')
      const isEmpty = sealedBytes === emptySealedBytes
      const piece = vault.open(sealed, contextOf(context, index, isEmpty))
      if (isEmpty) return
      yield piece
    }
  } finally {
    await file.close()
  }
}

/** Version, IV and tag of a vault, around nothing: only the last piece is so short. */
const emptySealedBytes = 29

/** Bytes in pieces of the size that is sealed. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** A file in such pieces. */
export async function* piecesOfFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceBytes)
      const { bytesRead } = await file.read(piece, 0, pieceBytes)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
