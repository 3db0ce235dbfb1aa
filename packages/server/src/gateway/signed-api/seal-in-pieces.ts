import { createCipheriv, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { encryption } from '@nani/contract'
import { encryptedBodyJson } from '@nani/contract/node'
import { nextTurn } from '@nani/foundation/core/index.ts'

/** A multiple of three, so that the base64 of the pieces is the base64 of the whole. */
const pieceBytes = 192 * 1024

const [head = '', tail = ''] = encryptedBodyJson('|').split('|')

/** The length on the wire of so many bytes of plaintext. */
export const sealedLength = (plaintextBytes: number): number =>
  head.length + Math.ceil((plaintextBytes + encryption.tagBytes) / 3) * 4 + tail.length

/**
 * The same bytes as `encryptedBodyJson(encryptBody(…))`, as a stream: a piece is encrypted when the connection has
 * taken most of what was made before. Other callers have their turn after each piece.
 */
export const sealInPieces = (
  key: KeyObject,
  iv: Uint8Array,
  plaintext: Buffer,
  additionalData: string,
): Readable => {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: encryption.tagBytes })
  cipher.setAAD(Buffer.from(additionalData))
  const pieces = async function* () {
    yield Buffer.from(head)
    let from = 0
    for (; from + pieceBytes < plaintext.length; from += pieceBytes) {
      yield base64(cipher.update(plaintext.subarray(from, from + pieceBytes)))
      await nextTurn()
    }
    const last = cipher.update(plaintext.subarray(from))
    cipher.final()
    yield base64(Buffer.concat([last, cipher.getAuthTag()]))
    yield Buffer.from(tail)
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: pieceBytes })
}

const base64 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('base64'), 'latin1')
