import { open, rename, rm } from 'node:fs/promises'
import { isSealedEmpty, type Vault } from '../../storage/index.ts'

/**
 * A file that is encrypted in pieces. No part of it is on a disk unencrypted, and a large file needs little memory.
 * Each piece is bound to its position, and the last one is marked. Pieces cannot be exchanged, omitted or cut off.
 */

const pieceBytes = 4 * 1024 * 1024
const lengthBytes = 4

const contextOf = (context: string, index: number, isLast: boolean) =>
  `${context}:${index}${isLast ? ':last' : ''}`

/** Replaces the file atomically by the pieces. */
export const writeSealed = async (
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  vault: Vault,
  context: string,
): Promise<void> => {
  const temporaryPath = `${path}.${process.pid}.new`
  const file = await open(temporaryPath, 'w', 0o600)
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
    await rename(temporaryPath, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** The decrypted pieces. Throws if one is not the piece written there, or the end is missing. */
export const readSealed = async function* (
  path: string,
  vault: Vault,
  context: string,
): AsyncGenerator<Buffer> {
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
      const isEmpty = isSealedEmpty(sealed)
      const piece = vault.open(sealed, contextOf(context, index, isEmpty))
      if (isEmpty) return
      yield piece
    }
  } finally {
    await file.close()
  }
}

/** Splits bytes into pieces of the encrypted size. */
export const piecesOf = function* (bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Splits a file into such pieces. */
export const piecesOfFile = async function* (path: string): AsyncGenerator<Buffer> {
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
