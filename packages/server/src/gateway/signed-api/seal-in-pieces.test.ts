import { createSecretKey, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { encryptBody, encryptedBodyJson } from '@nani/contract/node'
import { nextTurn } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { sealedLength, sealInPieces } from './seal-in-pieces.ts'

const key = createSecretKey(randomBytes(32))
const iv = randomBytes(12)
const piece = 192 * 1024

test.each([0, 1, 2, 3, piece - 1, piece, piece + 1, 3 * piece, 2_000_003])(
  'the pieces of %i bytes are what sealing at once makes, and their length is known before',
  async (length) => {
    const plaintext = randomBytes(length)
    const sealed = await buffer(sealInPieces(key, iv, plaintext, 'nonce\n200'))
    expect(sealed.length).toBe(sealedLength(length))
    expect(sealed.toString() === encryptedBodyJson(encryptBody(key, iv, plaintext, 'nonce\n200'))).toBe(true)
  },
)

test('no more is sealed than the connection takes', async () => {
  const plaintext = Buffer.alloc(40 * piece)
  const stream = sealInPieces(key, iv, plaintext, 'nonce\n200')
  stream.read(0)
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(stream.readableLength).toBeGreaterThan(0)
  expect(stream.readableLength).toBeLessThan(2 * sealedLength(piece))
  stream.destroy()
})
