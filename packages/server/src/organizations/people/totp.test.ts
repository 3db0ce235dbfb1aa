import { expect, test } from 'vitest'
import { acceptedStep, base32, codeOfStep, stepAt } from './totp.ts'

/** RFC 6238, appendix B: the secrets are the digits 1234567890, repeated to the length of the hash. */
const secretOf = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes))
const vectors = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
] as const

test.each(vectors)('the codes of RFC 6238 at %i s', (seconds, sha1, sha256, sha512) => {
  const step = stepAt(seconds * 1_000)
  expect(codeOfStep(secretOf(20), step, { digits: 8 })).toBe(sha1)
  expect(codeOfStep(secretOf(32), step, { digits: 8, algorithm: 'sha256' })).toBe(sha256)
  expect(codeOfStep(secretOf(64), step, { digits: 8, algorithm: 'sha512' })).toBe(sha512)
})

test('a code counts one step before and after its own, and once', () => {
  const secret = secretOf(20)
  const nowMs = 1_234_567_890_000
  const now = stepAt(nowMs)
  for (const step of [now - 1, now, now + 1])
    expect(acceptedStep(secret, codeOfStep(secret, step), { nowMs, lastStep: 0 })).toBe(step)
  for (const step of [now - 2, now + 2])
    expect(acceptedStep(secret, codeOfStep(secret, step), { nowMs, lastStep: 0 })).toBeNull()
  expect(acceptedStep(secret, codeOfStep(secret, now), { nowMs, lastStep: now })).toBeNull()
  expect(acceptedStep(secret, '12345', { nowMs, lastStep: 0 })).toBeNull()
})

test('base32 is the one of RFC 4648, without padding', () => {
  const texts = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, expected] of Object.entries(texts)) expect(base32(Buffer.from(text))).toBe(expected)
})
