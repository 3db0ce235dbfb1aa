import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { createVault, deriveKey } from './vault.ts'

const masterKey = randomBytes(32)
const vault = createVault(masterKey, 'results', systemRandom())
const plaintext = Buffer.from('Kabeya Ilunga Jean-Pierre')
const context = 'result:app_1:kyc_1'

test('opens what it sealed, also nothing and a lot', () => {
  for (const bytes of [plaintext, Buffer.alloc(0), randomBytes(1024 * 1024)]) {
    expect(vault.open(vault.seal(bytes, context), context).equals(bytes)).toBe(true)
  }
})

test('shows nothing of the plaintext, and never seals alike twice', () => {
  const sealed = [1, 2].map(() => vault.seal(plaintext, context))
  expect(sealed[0]?.equals(sealed[1] as Buffer)).toBe(false)
  expect(sealed[0]?.includes(plaintext.subarray(0, 6))).toBe(false)
})

test('a value moved to another row does not open', () => {
  expect(() => vault.open(vault.seal(plaintext, context), 'result:app_2:kyc_1')).toThrow()
})

test('a value of another use, or under another master key, does not open', () => {
  const sealed = vault.seal(plaintext, context)
  expect(() => createVault(masterKey, 'answers', systemRandom()).open(sealed, context)).toThrow()
  expect(() => createVault(randomBytes(32), 'results', systemRandom()).open(sealed, context)).toThrow()
})

test('one altered bit anywhere is noticed', () => {
  const sealed = vault.seal(plaintext, context)
  for (let index = 0; index < sealed.length; index++) {
    const altered = Buffer.from(sealed)
    altered[index] = (altered[index] as number) ^ 1
    expect(() => vault.open(altered, context), `byte ${index}`).toThrow()
  }
})

test('cut off anywhere it does not open: no shorter tag is taken', () => {
  const sealed = vault.seal(Buffer.alloc(0), context)
  for (let length = 0; length < sealed.length; length++) {
    expect(() => vault.open(sealed.subarray(0, length), context), `${length} bytes`).toThrow()
  }
})

test('a value of an unknown version says so', () => {
  const sealed = vault.seal(plaintext, context)
  sealed[0] = 2
  expect(() => vault.open(sealed, context)).toThrow('version')
})

test('keys differ by purpose, and are the same for the same one', () => {
  const bytes = (purpose: string) => deriveKey(masterKey, purpose).export().toString('hex')
  expect(bytes('a')).toBe(bytes('a'))
  expect(bytes('a')).not.toBe(bytes('b'))
  expect(bytes('a')).not.toBe(masterKey.toString('hex'))
})
