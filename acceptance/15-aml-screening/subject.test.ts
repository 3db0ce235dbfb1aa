import { expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import type { ResultsList } from '../client/shapes.ts'
import { company, path, person, type Screening, screen } from './screening.ts'

const { sandbox } = inject('demo')
const name = { full_name: 'Wivine Tshiala' }

test.each([
  ['subject', undefined],
  ['subject', {}],
  ['subject', 'COD-0000-0000-0001'],
  ['subject', { ...person('0001'), ...name }],
  ['subject', { ...person('0001'), ...company('00001') }],
  ['subject', { ...name, ...company('00001') }],
  ['subject.date_of_birth', { ...person('0001'), date_of_birth: '1988-07-21' }],
  ['subject.nationality', { ...company('00001'), nationality: 'COD' }],
  ['subject.date_of_birth', { ...name, date_of_birth: '1988-02-30' }],
  ['subject.nationality', { ...name, nationality: 'Congo' }],
  ['subject.full_name', { full_name: ' ' }],
  ['subject.full_name', { full_name: 7 }],
  ['subject.full_name', { full_name: '\u202ealaihsT eniviW' }],
  ['subject.full_name', { full_name: 'Wivine%20Tshiala' }],
  ['subject.full_name', { full_name: 'Wivine<br>Tshiala' }],
  ['subject.full_name', { full_name: 'Wivine&nbsp;Tshiala' }],
  ['subject.full_name', { full_name: Array.from({ length: 65 }, () => 'ab').join(' ') }],
  ['subject.business.identifier', { business: {} }],
  ['subject.identifier.value', { identifier: { type: 'svc_id' } }],
  ['subject.identifier.type', { identifier: { type: 'visa', value: 'X1' } }],
])('%s is invalid_request in %j', async (field, subject) => {
  expectRefusal(await screen(sandbox, subject), 'invalid_request', { context: { field } })
})

test.each([
  [
    'unsupported_identifier_type',
    'subject.identifier.type',
    { identifier: company('00001').business.identifier },
  ],
  ['unsupported_identifier_type', 'subject.business.identifier.type', { business: person('0001') }],
  ['invalid_identifier', 'subject.identifier.value', { identifier: { type: 'svc_id', value: 'COD-1' } }],
  [
    'invalid_identifier',
    'subject.business.identifier.value',
    { business: { identifier: { type: 'nif', value: '1' } } },
  ],
])('%s names %s', async (code, field, subject) => {
  expectRefusal(await screen(sandbox, subject), code, { context: { field } })
})

test.each([
  ['checks[0]', { checks: ['sanction'] }],
  ['checks', { checks: [] }],
  ['checks', { checks: 'pep' }],
  ['monitoring', { monitoring: 'yes' }],
  ['purpose', { purpose: null }],
])('%s is invalid_request in %j', async (field, members) => {
  expectRefusal(await screen(sandbox, name, members), 'invalid_request', { context: { field } })
})

test.each([
  ['passport', 'SX0000001'],
  ['ceni', '00000000001'],
  ['national_id', 'sxnid 0000001'],
  ['driving_licence', 'SXPC0000001'],
])('%s leads to the identity as well', async (type, value) => {
  const { json } = await screen(sandbox, { identifier: { type, value } })
  expect(json.account?.svc_id).toBe('COD-0000-0000-0001')
  expect(json.subject.identifier?.type).toBe(type)
})

test('null members of other forms are absent', async () => {
  const subject = { ...person('0001'), full_name: null, business: null, nationality: null }
  expect((await screen(sandbox, subject)).status).toBe(200)
})

test('a batch: each item with its own subject, checks and monitoring; one that fails fails alone', async () => {
  const items = [
    { reference: 'a', subject: person('0009'), checks: ['sanctions'] },
    { reference: 'b', subject: company('00001'), monitoring: true },
    { reference: 'c', subject: { identifier: { type: 'svc_id', value: 'COD-1' } } },
    { reference: 'd', subject: person('0502') },
  ]
  const body = { purpose: 'regulatory_compliance', scopes: [], items }
  const { status, json } = await post<ResultsList<Screening>>(sandbox, `${path}/batches`, body)
  expect(status).toBe(200)
  const [a, b, c, d] = json.data
  expect(a?.result).toMatchObject({
    reference: 'a',
    checks: ['sanctions'],
    risk_level: 'high',
    subject: { identifier: sandboxPerson('0009') },
  })
  expect(b?.result?.monitoring).toEqual({ enabled: true, monitor_id: expect.stringMatching(/^mon_\w+$/) })
  expect([c?.status, c?.error?.code]).toEqual(['failed', 'invalid_identifier'])
  expect([d?.status, d?.error?.code]).toEqual(['failed', 'register_unavailable'])
})

test('a subject of two forms fails its own item', async () => {
  const items = [
    { reference: 'a', subject: person('0001') },
    { reference: 'b', subject: { ...person('0001'), ...name } },
  ]
  const body = { purpose: 'regulatory_compliance', items }
  const { status, json } = await post<ResultsList<Screening>>(sandbox, `${path}/batches`, body)
  expect([status, json.data.map((item) => item.status)]).toEqual([200, ['succeeded', 'failed']])
  expect(json.data[1]?.error).toMatchObject({ code: 'invalid_request', field: 'subject' })
})

test.each([
  ['titles', (name: string) => `${'Dr Prof General '.repeat(6)}${name}`],
  ['initials', (name: string) => `B C F G H J K M N P Q R S T V X ${name}`],
  ['blank letters', (name: string) => name.replaceAll(' ', '\u3164')],
  ['hidden spaces', (name: string) => name.replaceAll(' ', '\u200b')],
  ['marks of another script', (name: string) => name.replace(/\p{L}/gu, '$&\u05b0')],
])('a listed name among or with %s is a hit as the name alone is', async (_what, disguise) => {
  const alone = await screen(sandbox, person('0009'))
  const { json } = await screen(sandbox, { full_name: disguise('Baraka Mutabazi Janvier') })
  expect(json.hits.map(({ matched_name }) => matched_name)).toContain(alone.json.hits[0]?.matched_name)
  expect(json.risk_level).toBe('high')
})
