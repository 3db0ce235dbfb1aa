import { createSecretKey, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hideClaims } from './hide-claims.ts'
import { createIssueReceipt, type ReceiptSubject } from './issue-receipt.ts'
import { disclosedNames } from './verify-independently.fixture.ts'

const hashing = {
  saltOf: (path: readonly (string | number)[]) => `salt of ${path.join('.')}`,
  digestOf: (disclosure: string) => hash('sha256', disclosure, 'base64url'),
}
const issue = createIssueReceipt({
  keys: {
    sandbox: { keyOf: async () => ({ sign: async (payload) => payload }) },
    production: { keyOf: async () => ({ sign: async (payload) => payload }) },
  },
  saltKey: createSecretKey(Buffer.alloc(32, 1)),
  baseUrl: () => 'https://api.example',
})
const subject = (result: Record<string, unknown>): ReceiptSubject => ({
  ...{ applicationId: 'app_one', environment: 'sandbox' },
  result: { id: 'frd_01KJQCCTY0B1F2GR7V5Q0WDX9N', created_at: '2026-03-03T09:00:00Z', ...result },
})
const saltsOf = async (given: ReceiptSubject): Promise<string[]> => {
  const { receipt } = await issue(given)
  const disclosures = receipt.split('~').slice(1, -1)
  return disclosures.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString())[0] as string)
}

test('each hit, each block and each basic field is a claim of its own, with a salt of its own', () => {
  const kyc = { basic: { age: 36, gender: 'female' }, languages: ['fra'] }
  const { digests, disclosures } = hideClaims({ livemode: true, hits: [{ n: 1 }, { n: 1 }], kyc }, hashing)

  expect(digests).toHaveLength(2)
  expect(digests).toEqual([...digests].sort())
  expect(disclosedNames(['', ...disclosures, ''].join('~'))).toEqual(
    expect.arrayContaining([null, null, 'hits', 'kyc', 'basic', 'age', 'gender', 'languages']),
  )
  expect(new Set(disclosures).size).toBe(8)
})

test('a field with the name of an open claim is refused, because a receipt would hide or replace it', () => {
  expect(() => hideClaims({ application: 'app_one' }, hashing)).toThrow(/application/)
})

test('the order of the fields in the code does not change a receipt', async () => {
  const one = await issue(subject({ status: 'open', parties: [] }))
  const other = await issue(subject({ parties: [], status: 'open' }))

  expect(other).toEqual(one)
})

test('two states of a living resource, two applications and two environments have no salt in common', async () => {
  const open = subject({ status: 'open' })
  const all = await Promise.all(
    [
      open,
      subject({ status: 'closed' }),
      { ...open, applicationId: 'app_two' },
      { ...open, environment: 'production' as const },
    ].map(saltsOf),
  )

  expect(new Set(all.flat()).size).toBe(all.flat().length)
  for (const salt of all.flat()) expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
})
