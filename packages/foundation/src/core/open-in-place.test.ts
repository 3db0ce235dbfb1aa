import { createSecretKey, randomBytes } from 'node:crypto'
import { decryptBody, encryptBody } from '@nani/contract/node'
import { expect, test } from 'vitest'
import { openInPlace } from './open-in-place.ts'

const key = createSecretKey(randomBytes(32))
const iv = randomBytes(12)
const wrapped = (payload: string) => Buffer.from(`{"payload":"${payload}"}`)
const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'accepted'
}

test.each([0, 1, 2, 3, 15, 16, 17, 36_863, 36_864, 36_865, 49_151, 49_152, 49_153, 200_001])(
  'a plaintext of %i bytes opens in the memory of its wrapper',
  (size) => {
    const plaintext = randomBytes(size)
    const wrapper = wrapped(encryptBody(key, iv, plaintext))
    const opened = openInPlace(wrapper, key, iv)
    expect(opened.equals(plaintext)).toBe(true)
    expect(opened.buffer).toBe(wrapper.buffer)
  },
)

test('escaped slashes and pluses are decoded', () => {
  const plaintext = randomBytes(100_000)
  const payload = encryptBody(key, iv, plaintext).replaceAll('/', '\\/').replaceAll('+', '\\u002b')
  expect(openInPlace(wrapped(payload), key, iv).equals(plaintext)).toBe(true)
})

const payload = encryptBody(key, iv, randomBytes(100_000))
const spoil = (at: number, character: string) => payload.slice(0, at) + character + payload.slice(at + 1)

test.each([
  ['a changed character', spoil(70_000, payload[70_000] === 'A' ? 'B' : 'A'), 'decryption_failed'],
  ['a changed tag', spoil(payload.length - 6, payload.at(-6) === 'A' ? 'B' : 'A'), 'decryption_failed'],
  ['a blank', spoil(70_000, ' '), 'malformed_body'],
  ['base64url', spoil(70_000, '_'), 'malformed_body'],
  ['padding in the middle', spoil(70_000, '='), 'malformed_body'],
  ['padding where a slice ends', spoil(48 * 1024 - 1, '='), 'malformed_body'],
  ['no padding', payload.replace(/=+$/, ''), payload.endsWith('=') ? 'malformed_body' : 'accepted'],
  ['nothing but blanks', ' '.repeat(100_000), 'malformed_body'],
  ['less than a tag', 'AAAA', 'decryption_failed'],
])('%s is refused as in a small call', (_, changed, code) => {
  expect(codeOf(() => openInPlace(wrapped(changed), key, iv))).toBe(code)
  expect(codeOf(() => decryptBody(key, iv, changed))).toBe(code === 'accepted' ? code : undefined)
})

test('an IV of the wrong size is decryption_failed', () => {
  expect(codeOf(() => openInPlace(wrapped(payload), key, new Uint8Array(0)))).toBe('decryption_failed')
})
