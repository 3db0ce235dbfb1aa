import { beforeAll, expect, inject, test } from 'vitest'
import { additionalScopes, blockOfScope, scopes } from '../client/catalogue.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { validate } from '../client/kyc.ts'
import type { KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const text = expect.stringMatching(/\S/)
const flag = expect.any(Boolean)
const file = { content_type: text, url: expect.stringMatching(/^https?:\/\//), expires_at: timestamp }

/** A matcher for a member that may be null. */
const nullable = (matcher: unknown) => ({
  asymmetricMatch: (value: unknown) =>
    value === null || (matcher as { asymmetricMatch(value: unknown): boolean }).asymmetricMatch(value),
})

const document = {
  type: text,
  number: text,
  issued_at: date,
  expires_at: nullable(date),
  issuing_authority: text,
  status: text,
  image: file,
}

const shapes: Record<string, unknown> = {
  basic: {
    full_name: text,
    first_name: text,
    last_name: text,
    date_of_birth: date,
    age: expect.any(Number),
    gender: expect.stringMatching(/^(male|female)$/),
    nationality: expect.stringMatching(/^[A-Z]{3}$/),
  },
  'documents.primary': document,
  'documents.others': [document],
  addresses: [
    {
      type: text,
      province: text,
      city: text,
      commune: text,
      quartier: text,
      avenue: text,
      number: text,
      is_primary: flag,
      verified_at: nullable(timestamp),
    },
  ],
  emails: [{ address: expect.stringContaining('@'), is_primary: flag, verified: flag }],
  phone_numbers: [
    { number: expect.stringMatching(/^\+[1-9]\d{6,14}$/), operator: text, is_primary: flag, verified: flag },
  ],
  professions: [{ title: text, employer: text, sector: text, since: date }],
  place_of_birth: { country: expect.stringMatching(/^[A-Z]{3}$/), province: text, city: text },
  marital_status: expect.stringMatching(/^(single|married|divorced|widowed)$/),
  languages: expect.arrayContaining([expect.stringMatching(/^[a-z]{3}$/)]),
  religion: text,
  ethnicity: text,
  parents: { father_name: nullable(text), mother_name: nullable(text) },
  'biometrics.selfie': { captured_at: timestamp, file },
  'biometrics.fingerprints': [{ format: 'ISO_19794_2', finger: text, file }],
  'biometrics.iris': [{ format: 'ISO_19794_6', eye: expect.stringMatching(/^(left|right)$/), file }],
}

const blockAt = (result: KycValidation, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((block, name) => (block as Record<string, unknown> | undefined)?.[name], result.kyc)

/** The paths of all blocks that are present, as the catalogue writes them. */
const presentBlocks = (result: KycValidation): string[] =>
  Object.entries(result.kyc).flatMap(([name, block]) =>
    ['documents', 'biometrics'].includes(name)
      ? Object.keys(block).map((inner) => `${name}.${inner}`)
      : [name],
  )

let everything: KycValidation
beforeAll(async () => {
  everything = (await validate(sandbox, '0001')).json
})

test('scopes omitted: every granted scope is applied', () => {
  expect([...everything.scopes_applied].sort()).toEqual([...scopes].sort())
  expect(everything.scopes_withheld).toEqual([])
  expect(presentBlocks(everything).sort()).toEqual(Object.values(blockOfScope).sort())
})

test.each(Object.entries(blockOfScope))(
  '%s gives the block kyc.%s with its documented members',
  (_, path) => {
    const block = blockAt(everything, path)
    const shape = shapes[path]
    if (Array.isArray(shape)) {
      expect(block).toEqual(expect.any(Array))
      expect((block as unknown[]).length).toBeGreaterThan(0)
      for (const entry of block as unknown[]) expect(entry).toEqual(shape[0])
    } else expect(block).toEqual(shape)
  },
)

test.each(additionalScopes)('narrowed to %s only basic and that block are returned', async (scope) => {
  const { json } = await validate(sandbox, '0001', { scopes: [scope] })
  expect([...json.scopes_applied].sort()).toEqual(['kyc.basic', scope].sort())
  expect(presentBlocks(json).sort()).toEqual(['basic', blockOfScope[scope]].sort())
})

test('an empty array means basic KYC only', async () => {
  const { json } = await validate(sandbox, '0001', { scopes: [] })
  expect(json.scopes_applied).toEqual(['kyc.basic'])
  expect(json.scopes_withheld).toEqual([])
  expect(presentBlocks(json)).toEqual(['basic'])
})

test('a scope named twice is applied once', async () => {
  const { json } = await validate(sandbox, '0001', { scopes: ['kyc.emails', 'kyc.emails', 'kyc.basic'] })
  expect([...json.scopes_applied].sort()).toEqual(['kyc.basic', 'kyc.emails'])
})

test('scopes without data on record are withheld, without an error', async () => {
  const { status, json } = await validate(sandbox, '0003')
  expect(status).toBe(200)
  expect(json.result).toBe('verified')
  expect(json.scopes_applied).toEqual(['kyc.basic'])
  expect([...json.scopes_withheld].sort()).toEqual([...additionalScopes].sort())
  expect(presentBlocks(json)).toEqual(['basic'])
})

test('only what was requested can be withheld', async () => {
  const { json } = await validate(sandbox, '0003', { scopes: ['kyc.religion'] })
  expect(json).toMatchObject({ scopes_applied: ['kyc.basic'], scopes_withheld: ['kyc.religion'] })
})

test('an application is given the scopes it was granted, and no others', async () => {
  const application = await createApplication(dataDir, { scopes: ['kyc.addresses', 'kyc.parents'] })
  const { json } = await validate(application, '0001')
  expect([...json.scopes_applied].sort()).toEqual(['kyc.addresses', 'kyc.basic', 'kyc.parents'])
  expect(presentBlocks(json).sort()).toEqual(['addresses', 'basic', 'parents'])
})

test.each(['not_found', 'not_certified'])(
  '%s: a scope that is not granted is refused all the same',
  async (result) => {
    const application = await createApplication(dataDir, { scopes: ['kyc.emails'] })
    const digits = result === 'not_found' ? '0404' : '0002'
    expectRefusal(await validate(application, digits, { scopes: ['kyc.religion'] }), 'scope_not_granted', {
      context: { scope: 'kyc.religion' },
    })
  },
)

test.each([
  ['scopes', 'kyc.emails'],
  ['scopes', { 0: 'kyc.emails' }],
  ['scopes[1]', ['kyc.emails', 7]],
  ['scopes[0]', [null]],
  ['scopes[0]', [['kyc.emails']]],
])('malformed scopes are invalid_request at %s: %j', async (field, value) => {
  expectRefusal(await validate(sandbox, '0001', { scopes: value }), 'invalid_request', { context: { field } })
})
