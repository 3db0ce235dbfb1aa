import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { singlePath } from '../client/kyc.ts'
import type { Identifier, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { nani } from '../installation/nani-command.ts'

const demo = inject('demo')
const dataDir = inject('dataDir')

// One pixel, so that a file can be followed from the import to the answer.
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const justin = {
  svc_id: 'COD-9000-0000-0001',
  certified: true,
  level_of_assurance: 'LOA3',
  first_name: 'Justin',
  last_name: 'Kabeya Ilunga',
  date_of_birth: '1988-05-04',
  gender: 'male',
  documents: [
    {
      type: 'passport',
      number: 'AB1234567',
      issued_at: '2013-04-01',
      expires_at: '2018-03-31',
      issuing_authority: 'Ministère des Affaires étrangères',
      status: 'expired',
      is_primary: true,
      image: { content_type: 'image/png', data: pixel },
    },
    { type: 'ceni', number: '12345678901', issued_at: '2023-04-01', issuing_authority: 'CENI' },
  ],
  parents: { mother_name: 'Mbuyi Ngalula' },
}
const leapling = {
  ...justin,
  svc_id: 'COD-9000-0000-0002',
  first_name: 'Éloïse',
  gender: 'female',
  date_of_birth: '2000-02-29',
  documents: [],
}
const uncertified = { ...justin, svc_id: 'COD-9000-0000-0003', certified: false, documents: [] }
const broken = { ...justin, svc_id: 'COD-9000-0000-0004', date_of_birth: '1988-02-30', documents: [] }
const duplicate = { ...justin, svc_id: 'COD-9000-0000-0005' }

let report: string
beforeAll(async () => {
  const file = join(dataDir, 'citizens.ndjson')
  const lines = [justin, leapling, uncertified, broken, duplicate].map((citizen) => JSON.stringify(citizen))
  writeFileSync(file, `${lines.join('\n')}\n{"svc_id":\n`)
  report = await nani(dataDir, 'register', 'import', file, '--environment', 'both', '--json').catch(
    // The exit code can report refused records too. The report is on the same stream.
    (error: { stdout: string }) => error.stdout,
  )
})

const ask = async (identifier: Identifier, members: object = {}, credentials = demo.sandbox) =>
  (await post<KycValidation>(credentials, singlePath, { identifier, purpose: 'age_gating', ...members })).json

const svcId = (value: string): Identifier => ({ type: 'svc_id', value })
const matchOf = async (match: object, value = justin.svc_id) =>
  (await ask(svcId(value), { match, scopes: [] })).match

test('an imported citizen is verified in the sandbox and in production, by svc_id and by document', async () => {
  for (const [credentials, livemode] of [
    [demo.sandbox, false],
    [demo.production, true],
  ] as const)
    for (const identifier of [
      svcId(justin.svc_id),
      { type: 'passport', value: 'AB1234567' },
      { type: 'ceni', value: '12345678901' },
    ])
      expect(await ask(identifier, {}, credentials)).toMatchObject({
        livemode,
        result: 'verified',
        account: { svc_id: justin.svc_id, status: 'active', level_of_assurance: 'LOA3' },
        kyc: {
          basic: { first_name: 'Justin', last_name: 'Kabeya Ilunga', nationality: 'COD', gender: 'male' },
        },
      })
})

test('exactly the recorded data is returned, and missing data is withheld', async () => {
  const answer = await ask(svcId(justin.svc_id))
  expect([...answer.scopes_applied].sort()).toEqual([
    'kyc.basic',
    'kyc.documents.all',
    'kyc.documents.primary',
    'kyc.parents',
  ])
  expect(answer.scopes_withheld).toHaveLength(12)
  expect(answer.kyc.parents).toEqual({ father_name: null, mother_name: 'Mbuyi Ngalula' })
  const { image, ...primary } = answer.kyc.documents.primary!
  expect(primary).toEqual({
    type: 'passport',
    number: 'AB1234567',
    issued_at: '2013-04-01',
    expires_at: '2018-03-31',
    issuing_authority: 'Ministère des Affaires étrangères',
    status: 'expired',
  })
  expect((await fetchPlainly(image.url)).body.toString('base64')).toBe(pixel)
  expect(answer.kyc.documents.others).toMatchObject([
    { type: 'ceni', number: '12345678901', expires_at: null },
  ])
})

test.each([
  ['Kabeya Ilunga Justin', 'match'],
  ['JUSTIN ILUNGA KABEYA', 'match'],
  ['Monsieur Justin Kabeya-Ilunga', 'match'],
  ['Justin Kabeya', 'partial_match'],
  ['Justin Kabeya Ilunga Mukendi', 'partial_match'],
  ['J. Kabeya Ilunga', 'partial_match'],
  ['Justin Kabeya Ilounga', 'partial_match'],
  ['Justine Kabeya Ilunga', 'no_match'],
  ['Patrick Kabeya Ilunga', 'no_match'],
  ['Justin Kabeya Mukendi', 'no_match'],
])(
  'full_name %j against Kabeya Ilunga Justin is %s (spec/kyc#comparison-of-names)',
  async (full_name, verdict) => {
    expect((await matchOf({ full_name })).full_name).toBe(verdict)
  },
)

test.each([
  ['1988-05-04', 'match'],
  ['1988-04-05', 'partial_match'],
  ['1988-05-14', 'partial_match'],
  ['1989-05-04', 'partial_match'],
  ['1989-06-04', 'no_match'],
  ['1988-05-15', 'no_match'],
])(
  'date_of_birth %s against 1988-05-04 is %s (spec/kyc#comparison-of-dates)',
  async (date_of_birth, verdict) => {
    expect((await matchOf({ date_of_birth })).date_of_birth).toBe(verdict)
  },
)

test('someone born on 29 February turns on 1 March in other years', async () => {
  const { kyc } = await ask(svcId(leapling.svc_id))
  const today = new Date()
  const leap = new Date(Date.UTC(today.getUTCFullYear(), 1, 29)).getUTCMonth() === 1
  const birthday = leap ? Date.UTC(today.getUTCFullYear(), 1, 29) : Date.UTC(today.getUTCFullYear(), 2, 1)
  expect(kyc.basic.age).toBe(today.getUTCFullYear() - 2000 - (today.getTime() >= birthday ? 0 : 1))
})

test('a citizen without certification is not_certified', async () => {
  const answer = await ask(svcId(uncertified.svc_id))
  expect(answer).toMatchObject({ result: 'not_certified', account: { certified: false } })
  expect(answer).not.toHaveProperty('kyc')
})

test('a bad record, and one with a document of another person, are reported by line and not partly written', async () => {
  for (const line of [4, 5, 6]) expect(report).toMatch(new RegExp(`"line":\\s*${line}\\b`))
  for (const { svc_id } of [broken, duplicate]) expect((await ask(svcId(svc_id))).result).toBe('not_found')
})
