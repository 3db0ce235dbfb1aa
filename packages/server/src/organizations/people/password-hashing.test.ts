import { systemRandom } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { createPasswordHashing, leastCost } from './password-hashing.ts'

const random = systemRandom()
const hashing = createPasswordHashing(random)

test('a password costs what OWASP recommends, if nothing else is given', async () => {
  const hash = await hashing.hash('mto-mrefu-buluu', 'here')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashing.isRight('mto-mrefu-buluu', hash, 'here')).toBe(true)
  expect(await hashing.isRight('mto-mfupi-buluu', hash, 'here')).toBe(false)
  expect(await hashing.isRight('mto-mrefu-buluu', null, 'here')).toBe(false)
})

test('a hash of another cost is proved with its own cost', async () => {
  const hash = await createPasswordHashing(random, leastCost).hash('mto-mrefu-buluu', 'here')
  expect(await hashing.isRight('mto-mrefu-buluu', hash, 'here')).toBe(true)
  expect(await hashing.isRight('mto-mfupi-buluu', hash, 'here')).toBe(false)
})
