import { describe, expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { additionalScopes } from '../client/catalogue.ts'
import { eventsOfJob, inEveryMode } from '../client/every-mode.ts'
import { createApplication } from '../installation/applications.ts'
import { identity, image, path, type Recognition, recognise, recognitionRequest } from './recognition.ts'

const { sandbox, production } = inject('demo')
const dataDir = inject('dataDir')
const members = [
  'id',
  'object',
  'livemode',
  'reference',
  'status',
  'result',
  'mode',
  'similarity',
  'threshold',
  'liveness',
  'reason',
  'scopes_applied',
  'scopes_withheld',
  'purpose',
  'created_at',
]

describe('1:1', () => {
  test('of the person on another day is a match, with account, basic KYC and the scopes', async () => {
    const asked = { ...identity('0001'), scopes: ['kyc.parents'], reference: 'r-1' }
    const { status, json } = await recognise(sandbox, 'jean-pierre-today', asked)
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual([...members, 'identifier', 'account', 'kyc'].sort())
    expect(json).toMatchObject({
      object: 'face_recognition',
      livemode: false,
      mode: 'verification',
      result: 'match',
      threshold: 0.85,
      liveness: { checked: true, passed: true, score: expect.any(Number) },
      ...identity('0001'),
      reason: 'Withdrawal at the counter of Matonge, ticket 4711',
      account: { svc_id: 'COD-0000-0000-0001' },
      scopes_applied: ['kyc.basic', 'kyc.parents'],
    })
    expect(json.id).toMatch(/^face_/)
    expect(json.similarity).toBeGreaterThanOrEqual(0.85)
    expect(Object.keys(json.kyc as object).sort()).toEqual(['basic', 'parents'])
  })

  test('of another person is no match and discloses no one', async () => {
    const { json } = await recognise(sandbox, 'beatrice-today', { ...identity('0001'), scopes: undefined })
    expect(Object.keys(json).sort()).toEqual([...members, 'identifier'].sort())
    expect(json).toMatchObject({ result: 'no_match', scopes_applied: [], scopes_withheld: [] })
    expect(json.similarity).toBeLessThan(0.85)
  })

  test.each(['0002', '0404', '0003'])('of -%s, without an enrolled face, is no match', async (digits) => {
    const { status, json } = await recognise(sandbox, 'jean-pierre-today', identity(digits))
    expect(status).toBe(200)
    expect(json).toMatchObject({ result: 'no_match', similarity: null })
    expect(json).not.toHaveProperty('account')
  })

  test('below a higher threshold is no match', async () => {
    const { json } = await recognise(sandbox, 'jean-pierre-today', { ...identity('0001'), threshold: 1 })
    expect(json.result).toBe('no_match')
    expect(json.threshold).toBe(1)
  })

  test('returns every granted scope by default', async () => {
    const { json } = await recognise(sandbox, 'jean-pierre-today', { ...identity('0001'), scopes: undefined })
    expect(json.scopes_applied).toEqual(['kyc.basic', ...additionalScopes])
  })
})

describe('1:N', () => {
  test('names the person', async () => {
    const { json } = await recognise(sandbox, 'beatrice-today', { threshold: 0.9 })
    expect(Object.keys(json).sort()).toEqual([...members, 'account', 'kyc'].sort())
    expect(json).toMatchObject({
      mode: 'identification',
      result: 'match',
      account: { svc_id: 'COD-0000-0000-0013' },
    })
  })

  test('in production finds no one of the sandbox, and discloses no candidate', async () => {
    const { status, json } = await recognise(production, 'beatrice-today', { scopes: undefined })
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual(members.toSorted())
    expect(json).toMatchObject({ livemode: true, result: 'no_match', similarity: null })
  })
})

describe('liveness none', () => {
  test('is accepted in the sandbox, and reported as not checked', async () => {
    const { json } = await recognise(sandbox, 'jean-pierre-today', { ...identity('0001'), liveness: 'none' })
    expect(json.liveness).toEqual({ checked: false, passed: null, score: null })
  })

  test('is refused in production to an application that was not allowed it', async () => {
    const { status, json } = await recognise<Record<string, unknown>>(production, 'jean-pierre-today', {
      liveness: 'none',
    })
    expect({ status, error: json.error }).toEqual({ status: 403, error: 'production_access_required' })
  })
})

test('all four modes give the same recognition', async () => {
  const shared = { purpose: 'customer_onboarding', reason: 'Enrolment day', scopes: [] }
  const item = { image: image('jean-pierre-today'), ...identity('0001') }
  const { service, results } = await inEveryMode<Recognition>(sandbox, path, item, shared)
  expect(service).toEqual(['face_recognition', 'face_recognition'])
  expect(results[0]).toMatchObject({ result: 'match' })
  for (const result of results) expect(result).toEqual(results[0])
})

test('face_recognition.completed and job.completed report a job', async () => {
  const application = await createApplication(dataDir, { services: ['face_recognition'] })
  const { job, byType } = await eventsOfJob(
    application,
    path,
    recognitionRequest('jean-pierre-today', identity('0001')),
  )
  expect(byType).toEqual({ 'face_recognition.completed': job, 'job.completed': job })
})

test('a recognition can be read back by its application, and by no other', async () => {
  const { json } = await recognise(sandbox, 'jean-pierre-today', identity('0001'))
  expect((await get(sandbox, `${path}/${json.id}`)).json).toEqual(json)
  const stranger = await createApplication(dataDir, { services: ['face_recognition'] })
  expect((await get(stranger, `${path}/${json.id}`)).status).toBe(404)
})
