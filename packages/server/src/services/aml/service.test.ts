import { createSecretKey, randomUUID } from 'node:crypto'
import { amlHit, amlScreening } from '@nani/contract'
import { manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { type Modes, noon, startModes } from '../../testing/modes.ts'
import { found, testSources } from '../../testing/screening-sources.ts'
import { newMonitor } from '../monitoring/index.ts'
import { openOfMonitor } from './monitor.ts'
import { createAmlScreening } from './service.ts'

const path = '/v1/aml/screenings'
const uncertified = 'COD-2222-0000-0001'
const unreachable = 'COD-5555-0000-0502'
const svcId = (value: string) => ({ identifier: { type: 'svc_id', value } })
const certified = svcId('COD-1111-2222-3333')

const entries = [
  found(
    'un',
    {
      reference: 'CDi.999',
      names: [
        { name: 'Kabeya Ilunga', kind: 'primary', script: 'Latn' },
        { name: 'JP', kind: 'weak_alias', script: 'Latn' },
      ],
      birthDates: [
        { from: '1988-07-21', to: '1988-07-21', circa: false },
        { from: '1987-01-01', to: '1988-12-31', circa: true },
        { from: '1988-03-01', to: '1988-03-31', circa: false },
      ],
      nationalities: ['COD'],
      listedOn: '2024-02-20',
      sanction: { programs: ['DRC'], legalBasis: 'Resolution 1533', interpolUnSpecialNotice: null },
    },
    0.93,
  ),
  found(
    'pep',
    {
      reference: 'Q1',
      pep: {
        positions: [
          { title: 'Député national', jurisdiction: 'COD', startDate: '2019-01-28', endDate: null },
        ],
        isInternationalOrganization: false,
        relationship: null,
      },
    },
    0.9,
  ),
]

const vault = createVault(Buffer.alloc(32), 'monitors', systemRandom())
const monitors = { vault, identityKey: createSecretKey(Buffer.alloc(32)) }
let modes: Modes

beforeAll(async () => {
  const register = testRegister(
    [testCitizen(), testCitizen({ svc_id: uncertified, certified: false })],
    (value) => {
      if (value === unreachable) throw new Refusal('register_unavailable')
    },
  )
  const { sources } = testSources({ entries, loaded: ['adverse_media', 'watchlist', 'fatf'] })
  modes = await startModes({
    service: createAmlScreening({
      register,
      registerOfCalls: register,
      sources,
      monitors,
      startMonitor: newMonitor,
      clock: manualClock(noon),
    }),
  })
})
afterAll(() => modes.stop())

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const bodyOf = (subject: unknown, more = {}) => ({ subject, purpose: 'regulatory_compliance', ...more })
const screen = (application: Application, subject: unknown, more = {}, options = {}) =>
  modes.call(application, { target: path, body: bodyOf(subject, more), ...options })

const screeningShape = Compile(amlScreening)
const hitShape = Compile(amlHit)

describe('a screening', () => {
  test('has the members of the declared result, in the order of the specification', async () => {
    const { json, status } = await screen(newApplication(), certified, { reference: 'r-1' })
    expect(status).toBe(200)
    expect(screeningShape.Errors(json)).toEqual([])
    expect(Object.keys(json)).toEqual([
      'id',
      'object',
      'livemode',
      'reference',
      'status',
      'subject',
      'checks',
      'risk_level',
      'risk_score',
      'hits',
      'pep',
      'fraud_signals',
      'list_versions',
      'monitoring',
      'account',
      'kyc',
      'scopes_applied',
      'scopes_withheld',
      'purpose',
      'created_at',
    ])
    expect(json).toMatchObject({
      object: 'aml_screening',
      subject: { type: 'individual', ...certified },
      risk_level: 'high',
      monitoring: { enabled: false, monitor_id: null },
      reference: 'r-1',
    })
  })

  test('of a name, or of a company, has no account, no kyc and no scopes', async () => {
    const application = newApplication()
    const business = { business: { identifier: { type: 'rccm', value: 'cd/kng/rccm/14-b-01234' } } }
    for (const [subject, type] of [
      [{ full_name: 'Kabeya Ilunga' }, 'individual'],
      [business, 'business'],
    ] as const) {
      const { json } = await screen(application, subject)
      expect(screeningShape.Errors(json)).toEqual([])
      expect((json.subject as { type: string }).type).toBe(type)
      for (const member of ['account', 'kyc', 'scopes_applied', 'scopes_withheld'])
        expect(json, member).not.toHaveProperty(member)
    }
    const { json } = await screen(application, business)
    expect(json.subject).toEqual({
      type: 'business',
      identifier: { type: 'rccm', value: 'CD/KNG/RCCM/14-B-01234' },
    })
  })

  test('of an uncertified account has the account only, and no result by name', async () => {
    const { json } = await screen(newApplication(), svcId(uncertified))
    expect(json).toMatchObject({
      account: { certified: false },
      scopes_applied: [],
      scopes_withheld: [],
      checks: ['watchlists'],
      hits: [],
    })
    expect(json).not.toHaveProperty('kyc')
  })

  test('of an unknown identity is a successful call without a result', async () => {
    const { json, status } = await screen(newApplication(), svcId('COD-9999-9999-9999'))
    expect([status, json.checks, json.hits]).toEqual([200, ['watchlists'], []])
    expect(json).not.toHaveProperty('account')
    expect(json).not.toHaveProperty('scopes_applied')
  })

  test('narrows scopes and checks as requested', async () => {
    const { json } = await screen(newApplication(), certified, { scopes: ['kyc.emails'], checks: ['pep'] })
    expect(json).toMatchObject({
      checks: ['pep'],
      scopes_applied: ['kyc.basic', 'kyc.emails'],
      fraud_signals: null,
      pep: { is_pep: true, level: 'domestic' },
    })
    expect(json.hits).toHaveLength(1)
  })
})

test.each([
  ['invalid_request', 'subject', undefined],
  ['invalid_request', 'subject', {}],
  ['invalid_request', 'subject', { ...certified, full_name: 'Kabeya' }],
  ['invalid_request', 'subject.date_of_birth', { ...certified, date_of_birth: '1988-07-21' }],
  ['invalid_request', 'subject.date_of_birth', { full_name: 'Kabeya', date_of_birth: '1988-02-30' }],
  ['invalid_request', 'subject.nationality', { full_name: 'Kabeya', nationality: 'CD' }],
  ['invalid_request', 'subject.full_name', { full_name: '' }],
  ['invalid_request', 'subject.business.identifier', { business: {} }],
  ['unsupported_identifier_type', 'subject.identifier.type', { identifier: { type: 'rccm', value: 'x' } }],
  [
    'unsupported_identifier_type',
    'subject.business.identifier.type',
    { business: { identifier: { type: 'svc_id', value: 'x' } } },
  ],
  ['invalid_identifier', 'subject.identifier.value', svcId('COD-1')],
  ['invalid_request', 'subject.identifier.type', { identifier: { type: 'visa', value: 'x' } }],
])('%s names %s', async (error, field, subject) => {
  const { json, status } = await screen(newApplication(), subject)
  expect([status, json.error, json.field]).toEqual([400, error, field])
})

test.each([
  ['checks', { checks: ['sanction'] }],
  ['checks', { checks: [] }],
  ['monitoring', { monitoring: 'yes' }],
])('%s outside its catalogue is refused', async (field, more) => {
  const { json } = await screen(newApplication(), certified, more)
  expect(json.error).toBe('invalid_request')
  expect(json.field).toMatch(new RegExp(`^${field}`))
})

describe('the entry behind a hit', () => {
  test('is returned completely, with its content at the time of the screening', async () => {
    const application = newApplication()
    const { json } = await screen(application, certified)
    const hits = json.hits as { details_url: string }[]
    expect(hits.map(({ details_url }) => details_url)).toEqual(
      hits.map((_hit, n) => `http://files.test${path}/${json.id}/hits/${n}`),
    )
    const { json: hit } = await modes.get(application, `${path}/${json.id}/hits/0`)
    expect(hitShape.Errors(hit)).toEqual([])
    expect(hit).toEqual({
      object: 'aml_hit',
      screening_id: json.id,
      position: 0,
      list: 'UN Security Council consolidated list',
      category: 'sanctions',
      match_score: 0.93,
      names: entries[0]?.entry.names,
      birth_dates: ['1988-07-21', '1987', '1988', '1988-03'],
      nationalities: ['COD'],
      addresses: [],
      identifiers: [],
      listed_on: '2024-02-20',
      list_version: 'un of a day',
      explanation: [],
      sanction: {
        reference: 'CDi.999',
        programs: ['DRC'],
        legal_basis: 'Resolution 1533',
        interpol_un_special_notice: null,
      },
    })
    const { json: pep } = await modes.get(application, `${path}/${json.id}/hits/1`)
    expect(hitShape.Errors(pep)).toEqual([])
    expect(pep.pep).toMatchObject({ level: 'domestic', relationship: null })
  })

  test('of another application, of no hit and of no screening gets the same answer', async () => {
    const application = newApplication()
    const { json } = await screen(application, certified)
    const targets: [Application, string][] = [
      [newApplication(), `${path}/${json.id}/hits/0`],
      ...['2', '-1', '00', '0x0', '1e0', 'a'].map((n): [Application, string] => [
        application,
        `${path}/${json.id}/hits/${n}`,
      ]),
      [application, `${path}/aml_01KJQCCTY0B1F2GR7V5Q0WDX9N/hits/0`],
    ]
    for (const [caller, target] of targets) {
      const reply = await modes.get(caller, target)
      expect([reply.status, reply.json.error, Object.keys(reply.json)], target).toEqual([
        404,
        'not_found',
        ['error', 'message', 'request_id'],
      ])
    }
  })
})

describe('monitoring', () => {
  const monitorsOf = async (application: Application) => {
    const { rows } = await modes.database.pool.query('select * from monitors where application_id = $1', [
      application.applicationId,
    ])
    return rows
  }

  test('begins in the commit of its screening, encrypted, and a replay starts no second one', async () => {
    const application = newApplication()
    const options = { idempotencyKey: randomUUID() }
    const more = { monitoring: true, reference: 'customer-7' }
    const { json } = await screen(application, certified, more, options)
    expect((await screen(application, certified, more, options)).json).toEqual(json)
    const [monitor, ...others] = await monitorsOf(application)
    expect(others).toEqual([])
    expect(json.monitoring).toEqual({ enabled: true, monitor_id: monitor.monitor_id })
    expect(monitor).toMatchObject({
      screening_id: json.id,
      environment: 'sandbox',
      stopped_at: null,
      revision: 1,
    })
    expect(monitor.monitor_id).toMatch(/^mon_[0-9A-Z]{26}$/)
    const id = { applicationId: application.applicationId, monitorId: monitor.monitor_id }
    expect(openOfMonitor(monitors, 'subject', monitor.sealed_subject, id)).toMatchObject({
      subject: certified,
      identifier: certified.identifier,
      reference: 'customer-7',
      facts: { svcId: certified.identifier.value, screened: { names: ['Kabeya Ilunga Jean-Pierre'] } },
    })
    expect(openOfMonitor(monitors, 'baseline', monitor.sealed_standing, id)).toMatchObject({
      hits: [
        { key: 'un:CDi.999', contentHash: 'hash of CDi.999', pepLevel: null, isActiveSanction: true },
        { key: 'pep:Q1', pepLevel: 'domestic' },
      ],
    })
    const plain = JSON.stringify(monitor, (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(plain).not.toContain('Kabeya')
    expect(plain).not.toContain(certified.identifier.value)
  })

  test('of one identity is found by one pseudonym, in its environment', async () => {
    const application = newApplication()
    await screen(application, certified, { monitoring: true, reference: 'a' })
    await screen(application, certified, { monitoring: true, reference: 'b' })
    await screen(application, { full_name: 'Kabeya Ilunga' }, { monitoring: true })
    const identities = (await monitorsOf(application)).map(
      ({ identity }) => identity?.toString('hex') ?? null,
    )
    expect(identities).toHaveLength(3)
    expect(new Set(identities).size).toBe(2)
    expect(identities.filter((identity) => identity === null)).toHaveLength(1)
  })

  test('does not begin without a request for it, after a failed call, or beyond the quota', async () => {
    const application = newApplication({
      quotas: new Map([['aml_screening', { limit: 1, period: 'day' }]]),
    })
    expect((await screen(application, svcId(unreachable), { monitoring: true })).status).toBe(502)
    await screen(application, certified, { monitoring: false })
    expect((await screen(application, certified, { monitoring: true })).status).toBe(429)
    expect(await monitorsOf(application)).toEqual([])
  })

  test('begins for each item in both kinds of batch, if the item requests it and succeeds', async () => {
    const application = newApplication()
    const items = [
      { reference: 'a', subject: certified, monitoring: true },
      { reference: 'b', subject: certified },
      { reference: 'c', subject: svcId(unreachable), monitoring: true },
      { reference: 'd', subject: { full_name: 'Kabeya' }, monitoring: true, checks: ['sanctions'] },
    ]
    const body = { purpose: 'regulatory_compliance', items }
    const reply = await modes.call(application, { target: `${path}/batches`, body })
    expect((reply.json.data as { status: string }[]).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
      'failed',
      'succeeded',
    ])
    expect(await monitorsOf(application)).toHaveLength(2)
    const others = items.map((item) => ({ ...item, reference: `${item.reference}2` }))
    const asynchronous = { ...body, items: others }
    await modes.call(application, {
      target: `${path}/batches`,
      body: asynchronous,
      prefer: 'respond-async',
    })
    const [task] = modes.tasks.chunks
    await modes.runChunks()
    if (task) modes.tasks.chunks.push(task)
    await modes.runChunks()
    expect(await monitorsOf(application)).toHaveLength(4)
  })
})

test('a subject that breaks a rule between its fields fails only its item', async () => {
  const items = [
    { reference: 'a', subject: certified },
    { reference: 'b', subject: { ...certified, nationality: 'COD' } },
  ]
  const body = { purpose: 'regulatory_compliance', items }
  const { json } = await modes.call(newApplication(), { target: `${path}/batches`, body })
  const [, wrong] = (json as unknown as { data: { error?: object }[] }).data
  expect(wrong?.error).toMatchObject({ code: 'invalid_request', field: 'subject.nationality' })
})
