import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { createDailyVault, createVault, deriveKey, isSealedEmpty } from './vault.ts'

const masterKey = randomBytes(32)
const vault = createVault(masterKey, 'results', systemRandom())
const plaintext = Buffer.from('Kabeya Ilunga Jean-Pierre')
const context = 'result:app_1:kyc_1'

test('opens what it sealed, also nothing and a lot', () => {
  for (const bytes of [plaintext, Buffer.alloc(0), randomBytes(1024 * 1024)]) {
    expect(vault.open(vault.seal(bytes, context), context).equals(bytes)).toBe(true)
  }
})

test('a value sealed in pieces opens, and others have a turn after each piece', async () => {
  const vaults = [vault, dailyVault(saltsOf(19_000))]
  for (const sealing of vaults)
    for (const bytes of [0, 1, 1 << 20, (1 << 20) + 1, 5_000_000].map((length) => randomBytes(length))) {
      let turns = 0
      const sealed = await sealing.sealInPieces(bytes, context, async () => {
        turns++
      })
      expect(sealing.open(sealed, context).equals(bytes)).toBe(true)
      expect(turns).toBe(Math.ceil(bytes.length / (1 << 20)))
      sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
      expect(() => sealing.open(sealed, context)).toThrow()
    }
})

test('hides the plaintext, and never encrypts twice alike', () => {
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

test('truncated data does not open: no shorter tag is accepted', () => {
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

/** Salts of days, without a database. */
const saltsOf = (today: number) => {
  const salts = new Map([19_000, 19_001].map((day) => [day, randomBytes(32)]))
  return {
    salts,
    today: () => today,
    saltOf(_retention: string, day: number) {
      const salt = salts.get(day)
      if (!salt) throw new Error('no salt')
      return salt
    },
  }
}
const dailyVault = (salts: ReturnType<typeof saltsOf>, use = 'results', key = masterKey) =>
  createDailyVault({ masterKey: key, use, random: systemRandom(), salts })

describe('with a key for each day', () => {
  test('a value opens on another day, under the key of its own', () => {
    const first = saltsOf(19_000)
    const sealed = dailyVault(first).seal(plaintext, context)
    const later = { ...first, today: () => 19_001 }
    expect(dailyVault(later).open(sealed, context).equals(plaintext)).toBe(true)
    expect(dailyVault(later).seal(plaintext, context).subarray(0, 3)).toEqual(
      Buffer.from([2, 19_001 >> 8, 19_001 & 0xff]),
    )
  })

  test('the key of each day and use is another: a value moved between them does not open', () => {
    const salts = saltsOf(19_000)
    const sealed = dailyVault(salts).seal(plaintext, context)
    const moved = Buffer.from(sealed)
    moved[2] = 19_001 & 0xff
    expect(() => dailyVault(salts).open(moved, context)).toThrow()
    expect(() => dailyVault(salts, 'answers').open(sealed, context)).toThrow()
    expect(() => dailyVault(salts, 'results', randomBytes(32)).open(sealed, context)).toThrow()
  })

  test('without the salt of its day nothing opens, though the key was used before', () => {
    const salts = saltsOf(19_000)
    const daily = dailyVault(salts)
    const sealed = daily.seal(plaintext, context)
    daily.open(sealed, context)
    salts.salts.delete(19_000)
    expect(() => daily.open(sealed, context)).toThrow('no salt')
    salts.salts.set(19_000, randomBytes(32))
    expect(() => daily.open(sealed, context)).toThrow()
  })

  test('data encrypted before day keys existed can be decrypted', () => {
    const sealed = vault.seal(plaintext, context)
    expect(dailyVault(saltsOf(19_000)).open(sealed, context).equals(plaintext)).toBe(true)
  })

  test('one altered bit anywhere is noticed, and so is a cut', () => {
    const daily = dailyVault(saltsOf(19_000))
    const sealed = daily.seal(plaintext, context)
    for (let index = 0; index < sealed.length; index++) {
      const altered = Buffer.from(sealed)
      altered[index] = (altered[index] as number) ^ 1
      expect(() => daily.open(altered, context), `byte ${index}`).toThrow()
      expect(() => daily.open(sealed.subarray(0, index), context), `${index} bytes`).toThrow()
    }
  })

  test('both versions say whether they are empty', () => {
    for (const one of [vault, dailyVault(saltsOf(19_000))]) {
      const lengths = [0, 1, 2, 3, 4].map((bytes) => isSealedEmpty(one.seal(Buffer.alloc(bytes), context)))
      expect(lengths).toEqual([true, false, false, false, false])
    }
  })
})
