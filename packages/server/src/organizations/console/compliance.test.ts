import { dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealDispute } from '../../citizens/accesses/index.ts'
import { faceSecrets, writeReason } from '../../services/face/index.ts'
import { complianceSecrets } from '../compliance/index.ts'
import { consoleObjects } from './testing/console-objects.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const bank = async () => {
  const { owner, path: organization } = await consoleObjects(world).bank()
  const { json } = await owner.post(`${organization}/applications`, { name: 'Shop' })
  return { owner, organization, applicationId: json.id }
}

/** A dispute of a citizen, as rows have it. */
const dispute = async (applicationId: string, id: string, createdAt: Date) => {
  const { disputes } = complianceSecrets(world.platform)
  await world.rows.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at,
       service, scopes, sealed_text, created_at, changed_at)
     values ($1, $2, 'sandbox', '\\x01', $3, $4, $5, 'kyc_validation', '{}', $6, $5, $5)`,
    [
      ...[applicationId, id, `kyc_${id}`, dayOf(createdAt.getTime()), createdAt],
      sealDispute(disputes.disputesVault, 'Je ne connais pas cette banque.', {
        ...{ application_id: applicationId, dispute_id: id },
      }),
    ],
  )
}

test('disputes of the own organization are read a page at a time, and answered', async () => {
  const { owner, organization, applicationId } = await bank()
  const other = await bank()
  const nowMs = world.platform.clock.now()
  await dispute(applicationId, 'dsp_1', new Date(nowMs - 2_000))
  await dispute(applicationId, 'dsp_2', new Date(nowMs - 1_000))
  await dispute(other.applicationId, 'dsp_3', new Date(nowMs))
  const first = (await owner.get(`${organization}/disputes?limit=1`)).json
  expect(first.data).toMatchObject([
    { object: 'dispute', id: 'dsp_2', status: 'open', text: 'Je ne connais pas cette banque.', answers: [] },
  ])
  const next = (await owner.get(`${organization}/disputes?limit=1&cursor=${first.next_cursor}`)).json
  expect(next.data.map(({ id }) => id)).toEqual(['dsp_1'])
  expect(next.next_cursor).toBeNull()

  const answer = await owner.post(`${organization}/disputes/dsp_1/answers`, { text: 'Voici pourquoi.' })
  expect([answer.status, answer.json]).toMatchObject([
    201,
    { status: 'answered', answers: [{ from: 'organization', text: 'Voici pourquoi.' }] },
  ])
  expect((await owner.get(`${organization}/disputes?status=open`)).json.data.map(({ id }) => id)).toEqual([
    'dsp_2',
  ])
  expect((await owner.post(`${organization}/disputes/dsp_3/answers`, { text: 'Non.' })).status).toBe(404)
  expect((await owner.post(`${organization}/disputes/dsp_1/answers`, { text: ' ' })).json).toMatchObject({
    error: 'invalid_request',
  })
  const { rows } = await world.rows.query(
    `select action, after from acts where action in ('disputes.list_for_organization', 'disputes.answer_own') order by act_number`,
  )
  expect(rows[0]).toEqual({ action: 'disputes.list_for_organization', after: { disputes: ['dsp_2'] } })
  expect(rows.filter(({ action }) => action === 'disputes.answer_own')).toHaveLength(1)
})

test('reasons of face comparisons are read by officers, and each reading is recorded', async () => {
  const { owner, organization, applicationId } = await bank()
  const nowMs = world.platform.clock.now()
  const { reasons } = faceSecrets(world.platform)
  const origin = {
    ...{ api_key: 'key_test_x', request_id: 'req_1', client_address: '203.0.113.7' },
    ...{ method: 'POST', path: '/v1/face/verifications' },
  }
  for (const [index, reason] of ['Retrait 4711', 'Ouverture'].entries())
    await writeReason(
      world.rows,
      { reason, mode: 'verification', outcome: 'match', calibrationId: null },
      { applicationId, resultId: `face_${index}`, nowMs: nowMs - 1_000 + index, origin },
      reasons,
    )
  const path = `${organization}/applications/${applicationId}/face-reasons`
  const { json } = await owner.get(path)
  expect(json.data).toMatchObject([
    { object: 'face_reason', id: 'face_1', reason: 'Ouverture', mode: 'verification', outcome: 'match' },
    { id: 'face_0', reason: 'Retrait 4711', request_id: 'req_1' },
  ])
  expect((await owner.get(`${path}?to=${new Date(nowMs - 5_000).toISOString()}`)).json.data).toEqual([])
  expect((await owner.get(`${path}?from=never`)).json.error).toBe('invalid_request')
  const { rows } = await world.rows.query(
    `select after from acts where action = 'faces.list_reasons' order by act_number`,
  )
  expect(rows[0]).toEqual({ after: { results: ['face_1', 'face_0'] } })
})
