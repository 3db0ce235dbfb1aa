import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forgetCorrections } from '../enrolment/index.ts'
import { type DeskPerson, type DeskWorld, startDesk, startDeskOfTwoDatabases } from './testing/desk-world.ts'

const starts = [
  ['one database', startDesk],
  ['a register in a database of its own', startDeskOfTwoDatabases],
] as const

describe.each(starts)('enrolment with %s', (_, start) => {
  let world: DeskWorld
  let grace: DeskPerson
  let odile: DeskPerson
  let analysis: () => unknown = () => ({})
  beforeAll(async () => {
    world = await start({ portraits: { analyse: async () => analysis() as never } })
    grace = await world.enrol(['enrolment_officer'])
    odile = await world.enrol(['enrolment_officer'])
  })
  afterEach(() =>
    world.database.pool.query("delete from installation_rules where rule = 'face_files_refused'"),
  )
  afterAll(async () => {
    expect(world.logged.filter((line) => /^(?:internal error|register outbox)/.test(line))).toEqual([])
    // Everything is carried when the answer is sent, and with one database nothing is.
    const { rows } = await world.register.pool.query('select kind from register_outbox')
    expect(rows).toEqual([])
    await world.stop()
  })

  const numberOf = (index: number) => `COD-7000-0000-${String(index).padStart(4, '0')}`
  let made = 0
  const enrolled = async () => {
    const svc_id = numberOf(++made)
    const answer = await grace.post('/citizens', {
      ...{ svc_id, certified: true, level_of_assurance: 'LOA3', first_name: 'Odette', last_name: 'Kalenga' },
      ...{ date_of_birth: '1990-04-03', gender: 'female' },
    })
    expect(answer.status).toBe(201)
    return svc_id
  }
  const actsOf = async (action: string) => {
    const { rows } = await world.database.pool.query('select subject, after from acts where action = $1', [
      action,
    ])
    return rows as { subject: string; after: Record<string, unknown> }[]
  }

  test('a citizen is entered once, read with an entry, and never named in the log', async () => {
    const svcId = await enrolled()
    const again = await grace.post('/citizens', {
      ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', first_name: 'A', last_name: 'B' },
      ...{ date_of_birth: '1990-04-03', gender: 'female' },
    })
    expect(again.json).toMatchObject({ error: 'conflict' })
    expect((await grace.get(`/citizens/${svcId}`)).json).toMatchObject({
      citizen: { full_name: 'Kalenga Odette', date_of_birth: '1990-04-03' },
    })
    expect((await grace.get('/citizens/COD-7000-0000-9999')).status).toBe(404)
    const entries = [
      ...(await actsOf('enrolment.enrol_citizen')),
      ...(await actsOf('enrolment.read_citizen')),
    ]
    expect(entries.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(entries)).not.toMatch(/COD-7000|Kalenga/)
  })

  test('a record that the register cannot hold names its field', async () => {
    const impossible = await grace.post('/citizens', {
      ...{
        svc_id: numberOf(500),
        certified: true,
        level_of_assurance: 'LOA3',
        first_name: 'A',
        last_name: 'B',
      },
      ...{ date_of_birth: '2190-04-03', gender: 'female' },
    })
    expect(impossible.json).toMatchObject({ error: 'invalid_request', field: 'date_of_birth' })
  })

  test('a document belongs to one citizen', async () => {
    const [first, second] = [await enrolled(), await enrolled()]
    const document = {
      ...{ type: 'passport', number: 'OB1234567', issued_at: '2020-01-01', issuing_authority: 'DGM' },
    }
    expect((await grace.post(`/citizens/${first}/documents`, document)).json).toMatchObject({
      citizen: { documents: [{ number: 'OB1234567', is_primary: true }] },
    })
    expect((await grace.post(`/citizens/${first}/documents`, document)).status).toBe(409)
    expect((await grace.post(`/citizens/${second}/documents`, document)).json).toMatchObject({
      error: 'invalid_request',
    })
  })

  test('a refused portrait answers with hints and leaves no image; a good one is the selfie', async () => {
    const svcId = await enrolled()
    const image = Buffer.from('a photograph').toString('base64')
    const files = async () =>
      (await world.register.pool.query('select count(*)::int as count from register_files')).rows[0].count
    const before = await files()
    analysis = () => {
      throw new Refusal('image_quality_insufficient', { problems: ['blurred'] })
    }
    expect((await grace.post(`/citizens/${svcId}/portrait`, { image })).json).toMatchObject({
      ...{ status: 'refused', code: 'image_quality_insufficient', problems: ['blurred'], live: null },
    })
    analysis = () => ({ liveness: { passed: false } })
    expect((await grace.post(`/citizens/${svcId}/portrait`, { image })).json).toMatchObject({
      ...{ status: 'refused', code: 'liveness_failed', live: false },
    })
    expect(await files()).toBe(before)
    analysis = () => ({ liveness: { passed: true }, template: { modelId: 'm', vector: new Float32Array(4) } })
    expect((await grace.post(`/citizens/${svcId}/portrait`, { image })).json).toMatchObject({
      status: 'stored',
    })
    expect(await files()).toBe(before + 1)
  })

  test('a portrait records whether the camera or a file gave it, and a file is refused where the installation refuses files', async () => {
    const svcId = await enrolled()
    analysis = () => ({ liveness: { passed: true }, template: { modelId: 'm', vector: new Float32Array(4) } })
    const image = Buffer.from('a photograph of its own').toString('base64')
    const send = async (more: object = {}) =>
      (await grace.post(`/citizens/${svcId}/portrait`, { image, ...more })).json
    for (const [more, source] of [
      [{ source: 'clerk' }, 'clerk'],
      [{ source: 'file' }, 'file'],
      [{}, 'file'],
    ] as const) {
      expect(await send(more)).toMatchObject({ status: 'stored' })
      const { rows } = await world.register.pool.query(
        'select source from face_templates where svc_id = $1 order by change desc limit 1',
        [svcId],
      )
      expect(rows).toEqual([{ source }])
      expect((await actsOf('enrolment.take_portrait')).at(-1)?.after).toMatchObject({ source })
    }
    await world.database.pool.query(
      "insert into installation_rules values ('face_files_refused', true, now())",
    )
    expect(await send()).toMatchObject({ error: 'face_source_refused' })
    expect(await send({ source: 'file' })).toMatchObject({ error: 'face_source_refused' })
    expect((await actsOf('enrolment.take_portrait')).slice(-2).map(({ after }) => after)).toEqual([
      { status: 'refused', source: 'file' },
      { status: 'refused', source: 'file' },
    ])
    expect(await send({ source: 'clerk' })).toMatchObject({ status: 'stored' })
  })

  test('two people correct a birth date, and no proposal and no entry has it or a reason unencrypted', async () => {
    const svcId = await enrolled()
    const path = `/citizens/${svcId}/corrections`
    const body = { changes: { date_of_birth: '1990-03-04' }, reason: 'The extract of birth says so.' }
    expect((await grace.post(path, body)).json).toMatchObject({
      ...{
        status: 'proposed',
        before: { date_of_birth: '1990-04-03' },
        after: { date_of_birth: '1990-03-04' },
      },
    })
    expect((await grace.post(path, body)).json).toMatchObject({ status: 'proposed' })
    const { json: proposals } = await odile.get('/proposals')
    expect(JSON.stringify(proposals)).not.toMatch(/1990-0|COD-7000|extract/)
    const id = proposals.data.at(-1)?.id
    expect((await odile.get(`/corrections/${id}`)).json).toMatchObject({
      ...{ svc_id: svcId, before: { date_of_birth: '1990-04-03' }, after: { date_of_birth: '1990-03-04' } },
    })
    const other = { ...body, changes: { date_of_birth: '1990-03-05' } }
    expect((await odile.post(path, other)).status).toBe(409)
    const agreed = { ...body, reason: 'I read the extract.' }
    expect((await odile.post(path, agreed)).json).toMatchObject({ status: 'executed' })
    expect((await grace.get(`/corrections/${id}`)).json).toMatchObject({
      proposal: {
        ...{ proposed_by: grace.name, reason: body.reason },
        ...{ decided_by: odile.name, decided_reason: agreed.reason },
      },
    })
    const { rows } = await world.database.pool.query(
      `select (select json_agg(p) from proposals p)::text || (select json_agg(a) from acts a)::text as stored`,
    )
    expect(rows[0].stored).not.toMatch(/extract|1990-03-04/)
    expect((await grace.get(`/citizens/${svcId}`)).json).toMatchObject({
      citizen: { date_of_birth: '1990-03-04' },
    })
  })

  test('the reason to decline a correction is sealed, and a correction is forgotten after 400 days', async () => {
    const svcId = await enrolled()
    const body = { changes: { first_name: 'Odile' }, reason: 'A mistake of the clerk Ilunga.' }
    const { json } = await grace.post(`/citizens/${svcId}/corrections`, body)
    const { id } = (json as unknown as { proposal: { id: string } }).proposal
    const declined = await odile.post(`/proposals/${id}/decline`, { reason: 'Ilunga wrote it as it is.' })
    expect(declined.json).toMatchObject({ status: 'declined', decided_by: odile.name, decided_reason: null })
    expect((await grace.get(`/corrections/${id}`)).json).toMatchObject({
      proposal: { reason: body.reason, decided_reason: 'Ilunga wrote it as it is.' },
    })
    const { pool } = world.database
    const dayMs = 24 * 3_600_000
    const nowMs = world.platform.clock.now()
    await forgetCorrections(pool, nowMs + 400 * dayMs)
    expect((await grace.get(`/corrections/${id}`)).status).toBe(200)
    await forgetCorrections(pool, nowMs + 401 * dayMs + 1)
    expect((await grace.get(`/corrections/${id}`)).status).toBe(404)
    expect(await actsOf('enrolment.correct_citizen')).not.toEqual([])
  })

  test('a change between the proposal and the second person ends a correction', async () => {
    const svcId = await enrolled()
    const path = `/citizens/${svcId}/corrections`
    const body = { changes: { first_name: 'Odile' }, reason: 'A mistake of writing.' }
    await grace.post(path, body)
    await grace.post(`/citizens/${svcId}/status`, { status: 'suspended', reason: 'An inquiry.' })
    expect(await odile.post(path, body)).toMatchObject({ status: 412, json: { error: 'changed_meanwhile' } })
    // A member that is not sent keeps its value.
    expect(
      (await grace.post(`/citizens/${svcId}/status`, { certified: false, reason: 'No document.' })).json,
    ).toMatchObject({ citizen: { status: 'suspended', certified: false } })
    expect(await grace.post(`/citizens/${svcId}/status`, { reason: 'None.' })).toMatchObject({ status: 409 })
  })

  test('the queue and the list have only proposals that the person may decide', async () => {
    const svcId = await enrolled()
    await grace.post(`/citizens/${svcId}/corrections`, { changes: { first_name: 'O' }, reason: 'A mistake.' })
    const investigator = await world.enrol(['investigator'])
    const read = async (person: DeskPerson, path: string) => JSON.stringify((await person.get(path)).json)
    for (const path of ['/proposals', '/queue']) {
      expect(await read(investigator, path)).not.toContain('enrolment.correct_citizen')
      expect(await read(odile, path)).toContain('enrolment.correct_citizen')
    }
  })

  test('a repeated request gets the first answer', async () => {
    const svcId = await enrolled()
    const path = `/citizens/${svcId}/status`
    const body = { status: 'suspended', reason: 'An inquiry.' }
    const key = { 'idempotency-key': `status-${svcId}` }
    const first = await grace.post(path, body, key)
    expect(first.json).toMatchObject({ citizen: { status: 'suspended' } })
    expect((await grace.post(path, body, key)).json).toEqual(first.json)
    expect((await grace.post(path, body)).status).toBe(409)
  })
})
