import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as wire from './node.ts'

const keyText = `sk_test_${Buffer.alloc(32, 5).toString('base64url')}`
const key = wire.decodeKey(keyText)
const iv = randomBytes(12)

const reasonOf = (open: () => unknown): string => {
  try {
    open()
  } catch (error) {
    if (error instanceof wire.DecryptionError) return error.reason
    throw error
  }
  return 'opened'
}

describe('decryptBody gives the reason of a failure', () => {
  const payload = wire.encryptBody(key, iv, 'text', 'bound')
  const open = (text: string, boundTo = 'bound') => reasonOf(() => wire.decryptBody(key, iv, text, boundTo))

  it('decrypts bodies of encryptBody, including an empty text', () => {
    expect(open(payload)).toBe('opened')
    expect(wire.decryptBody(key, iv, wire.encryptBody(key, iv, '')).toString()).toBe('')
  })

  it.each([
    ['authentication', payload, 'bound elsewhere'],
    ['length', Buffer.alloc(15).toString('base64'), 'bound'],
    ['length', '', 'bound'],
    ['encoding', payload.slice(0, -1), 'bound'],
    ['encoding', `${payload}\n`, 'bound'],
    ['encoding', `*${payload.slice(1)}`, 'bound'],
    ['encoding', Buffer.alloc(48, 0xff).toString('base64url'), 'bound'],
  ])('%s', (reason, text, boundTo) => {
    expect(open(text, boundTo)).toBe(reason)
  })

  it('iv_length', () => {
    expect(reasonOf(() => wire.decryptBody(key, randomBytes(16), payload))).toBe('iv_length')
    for (const header of ['', 'AAAA', randomBytes(16).toString('base64'), `${iv.toString('base64')} `]) {
      expect(reasonOf(() => wire.decodeIv(header))).toBe('iv_length')
    }
  })
})

describe('keys', () => {
  it('are exactly 32 bytes after a prefix', () => {
    expect(key).toHaveLength(32)
    for (const wrong of [
      '',
      keyText.slice(0, -1),
      `${keyText}A`,
      keyText.replace('sk', 'xx'),
      `${keyText}\n`,
    ]) {
      expect(() => wire.decodeKey(wrong)).toThrow(TypeError)
    }
  })

  it('give equal signatures as bytes and as a loaded key, which is printed without its bytes', () => {
    const loaded = wire.loadKey(keyText)
    expect(wire.sign(loaded, 'x')).toBe(wire.sign(key, 'x'))
    expect(inspect(loaded, { showHidden: true, depth: 5 })).not.toContain(key.toString('hex').slice(0, 8))
  })
})

it('a signature is exactly 64 lower-case hex digits', () => {
  const signature = wire.sign(key, 'canonical')
  expect(wire.verifySignature(key, 'canonical', signature)).toBe(true)
  for (const wrong of [
    signature.toUpperCase(),
    signature.slice(2),
    `${signature}00`,
    `${signature.slice(0, -1)}g`,
    '',
  ]) {
    expect(wire.verifySignature(key, 'canonical', wrong)).toBe(false)
  }
})
