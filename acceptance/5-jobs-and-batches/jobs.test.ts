import { expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, finishedJob, kycRequest, singlePath } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const submit = (digits: string, members?: Record<string, unknown>) =>
  post<Job>(sandbox, singlePath, kycRequest(digits, members), asynchronously)

test('a finished job contains the object that a synchronous call returns', async () => {
  const { json } = await submit('0001', { reference: 'later' })
  const job = await finishedJob(sandbox, json.id)
  expect(job).toMatchObject({
    id: json.id,
    object: 'job',
    service: 'kyc_validation',
    status: 'completed',
    created_at: json.created_at,
    result_url: `/v1/jobs/${json.id}`,
    result: { object: 'kyc_validation', status: 'completed', result: 'verified', reference: 'later' },
  })
  expect(job).not.toHaveProperty('error')
})

test.each(['0404', '0002'])('no match and no identity are successes of a job too (%s)', async (digits) => {
  const job = await finishedJob(sandbox, (await submit(digits)).json.id)
  expect(job.status).toBe('completed')
  expect(job.result?.result).toBe(digits === '0404' ? 'not_found' : 'not_certified')
})

test.each([
  ['0502', 'register_unavailable'],
  ['0500', 'internal_error'],
])('a job about %s fails with the error body of %s', async (digits, code) => {
  const job = await finishedJob(sandbox, (await submit(digits)).json.id)
  expect(job).toMatchObject({
    status: 'failed',
    error: { error: code, message: expect.stringMatching(/\S/) },
  })
  expect(job).not.toHaveProperty('result')
})

test('an unknown job and the job of another application get the same answer', async () => {
  const other = await createApplication(dataDir)
  const { id } = (await submit('0001')).json
  const foreign = await get(other, `/v1/jobs/${id}`)
  const unknown = await get(other, `/v1/jobs/${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)
  expectRefusal(foreign, 'job_not_found')
  expectRefusal(unknown, 'job_not_found')
  expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
})
