import { calibrationId, type FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import { type Actor, manualClock, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { openAppPool } from '../../../testing/modes.ts'
import { activateCalibration } from './activate-calibration.ts'
import { parseCalibration } from './calibration-file.ts'
import { listCalibrations, ofTheModel } from './calibration-versions.ts'
import { declineCalibration } from './decline-calibration.ts'
import { followCalibration } from './follow-calibration.ts'

const modelId = 'recogniser-1'
const calibrationWith = (at80: number, of = modelId): FittedCalibration => {
  const calibration = [
    { cosine: -1, similarity: 0 },
    { cosine: at80, similarity: 0.8 },
    { cosine: 1, similarity: 1 },
  ]
  return {
    ...{ id: calibrationId(of, calibration), model_id: of, calibration, supported_rate: 1e-3 },
    fitted_on: [{ group: null, people: 100, photographs: 100, pairs: 4_950 }],
  }
}
const engine = { modelId, calibration: calibrationWith(0.3).calibration }
const strict = calibrationWith(0.4)

let database: TestDatabase
let pool: pg.Pool
const clock = manualClock(Date.parse('2026-11-24T08:00:00Z'))
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openAppPool(database)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() =>
  database.pool.query(
    'truncate face_calibration_declines, face_calibration_decisions, face_calibrations, operators, acts',
  ),
)

const operator = (name: string, account = name): Actor => ({
  ...{ kind: 'operator', name, account, roles: ['supervisor'] },
})
const activate = (
  by: Actor,
  calibration: FittedCalibration | string = strict,
  { oneAccountMayBeTwo = false, of = modelId } = {},
) => activateCalibration(by, { calibration, model_id: of }, { pool, clock, oneAccountMayBeTwo })
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown)
  if (error instanceof Refusal) return error.code
  throw new Error('there was no error of an operator')
}
const similarityAt = async (cosine: number) => {
  const { scale, stop } = await followCalibration({ pool, engine, log: () => {} })
  await stop()
  const { calibrationId, similarityOf } = scale()
  return { calibrationId, similarity: similarityOf(cosine) }
}

describe('the activation of a calibration', () => {
  test('needs two people: the first proposes, and the similarity changes when another one confirms', async () => {
    expect(await activate(operator('amina'))).toEqual({
      ...{ id: strict.id, model_id: modelId, status: 'proposed' },
    })
    expect(await activate(operator('Amina '))).toMatchObject({ status: 'proposed' })
    expect(await similarityAt(0.3)).toEqual({ calibrationId: null, similarity: 0.8 })
    expect((await listCalibrations(pool, new Date(clock.now())))[0]).toMatchObject({ state: 'proposed' })
    expect(await activate(operator('boris'), strict.id)).toMatchObject({ status: 'effective' })
    expect(await similarityAt(0.4)).toEqual({ calibrationId: strict.id, similarity: 0.8 })
    expect((await listCalibrations(pool, new Date(clock.now())))[0]).toMatchObject({ state: 'active' })
  })

  test('by two names of one account is refused, except in a demo', async () => {
    await activate(operator('amina', 'shared'))
    expect(await codeOf(activate(operator('boris', 'shared')))).toBe('second_account_required')
    const demo = { oneAccountMayBeTwo: true }
    expect(await activate(operator('boris', 'shared'), strict, demo)).toMatchObject({ status: 'effective' })
  })

  test('after 24 hours begins again', async () => {
    await activate(operator('amina'))
    clock.advance(24 * 3_600_000 + 1)
    expect(await activate(operator('boris'))).toMatchObject({ status: 'proposed' })
  })

  test('of another recogniser, or of an unknown identifier, is refused', async () => {
    expect(await codeOf(activate(operator('amina'), calibrationWith(0.4, 'another')))).toBe(
      'face_calibration_invalid',
    )
    expect(await codeOf(activate(operator('amina'), 'cal_unknown'))).toBe('face_calibration_not_found')
  })

  test('returns to the calibration of the recogniser in the same way', async () => {
    for (const name of ['amina', 'boris']) await activate(operator(name))
    expect(await activate(operator('amina'), ofTheModel)).toMatchObject({ status: 'proposed' })
    expect(await similarityAt(0.4)).toMatchObject({ calibrationId: strict.id })
    await activate(operator('boris'), ofTheModel)
    expect(await similarityAt(0.3)).toEqual({ calibrationId: null, similarity: 0.8 })
  })

  test('is in the audit log, with the calibration before and after', async () => {
    const first = calibrationWith(0.35)
    for (const name of ['amina', 'boris']) await activate(operator(name), first)
    for (const name of ['amina', 'boris']) await activate(operator(name))
    const { rows } = await database.pool.query(
      `select subject, before, after from acts where action = 'face_calibrations.activate'
       order by act_number desc limit 1`,
    )
    expect(rows[0]).toEqual({
      subject: modelId,
      before: { calibration: first.id },
      after: { calibration: strict.id, proposed: strict.id, step: 'confirmed' },
    })
  })

  test('of two operators at once is a proposal and its confirmation', async () => {
    const both = await Promise.all([activate(operator('amina')), activate(operator('boris'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['effective', 'proposed'])
  })
})

test('a running process follows a decision; a calibration of another recogniser does not count', async () => {
  const following = await followCalibration({ pool, engine, log: () => {} })
  const other = calibrationWith(0.5, 'recogniser-2')
  for (const name of ['amina', 'boris']) await activate(operator(name), other, { of: 'recogniser-2' })
  await following.refresh()
  expect(following.scale().calibrationId).toBeNull()
  for (const name of ['amina', 'boris']) await activate(operator(name))
  await following.refresh()
  expect(following.scale().calibrationId).toBe(strict.id)
  await following.stop()
})

describe('a calibration file', () => {
  const text = (change: object = {}) => JSON.stringify({ ...strict, ...change })
  const parse = (content: string) => parseCalibration(content, 'a.json')

  test('is read as it was written', () => {
    expect(parse(text())).toEqual(strict)
  })

  test.each([
    ['no JSON', 'x'],
    ['another object', '{}'],
    ['a changed point', text({ calibration: calibrationWith(0.1).calibration })],
    ['another recogniser', text({ model_id: 'another' })],
    ['points that do not increase', text({ calibration: strict.calibration.toReversed() })],
    [
      'numbers out of range',
      text({
        calibration: [
          { cosine: -2, similarity: 0 },
          { cosine: 1, similarity: 1 },
        ],
      }),
    ],
  ])('with %s is refused', (_what, content) => {
    expect(() => parse(content)).toThrow(Refusal)
  })
})

describe('a proposed calibration', () => {
  const decline = (by: Actor, calibration = strict.id) =>
    declineCalibration(by, { calibration, model_id: modelId, reason: 'Too few people.' }, { pool, clock })
  const state = async () => (await listCalibrations(pool, new Date(clock.now())))[0]?.state

  test.each(['amina', 'boris'])('that %s declined is confirmed by no one', async (decliner) => {
    await activate(operator('amina'))
    expect(await decline(operator(decliner))).toEqual({
      ...{ id: strict.id, model_id: modelId, status: 'declined' },
    })
    expect(await state()).toBe('stored')
    expect(await codeOf(decline(operator('boris')))).toBe('face_calibration_not_proposed')
    expect(await activate(operator('chantal'))).toMatchObject({ status: 'proposed' })
    expect(await activate(operator('boris'))).toMatchObject({ status: 'effective' })
    expect(await codeOf(decline(operator('boris')))).toBe('face_calibration_not_proposed')
    const { rows } = await database.pool.query(
      `select actor, subject, after from acts where action = 'face_calibrations.decline'`,
    )
    expect(rows).toEqual([
      {
        ...{ actor: decliner, subject: modelId },
        after: { declined: strict.id, proposed_by: ['amina'], reason: 'Too few people.' },
      },
    ])
  })

  test('that was declined is not confirmed by a command of an earlier release, which reads no declines', async () => {
    const confirmAs = (name: string) =>
      pool.query(
        `insert into face_calibration_decisions (model_id, calibration_id, step, decided_by, account, decided_at)
         values ($1, $2, 'confirmed', $3, $3, $4)`,
        [modelId, strict.id, name, new Date(clock.now())],
      )
    await activate(operator('amina'))
    await decline(operator('boris'))
    await expect(confirmAs('boris')).rejects.toMatchObject({ code: '23514' })
    await activate(operator('chantal'))
    await expect(confirmAs('chantal')).rejects.toMatchObject({ code: '23514' })
    await confirmAs('boris')
    expect(await state()).toBe('active')
  })

  test('of the recogniser itself is declined by its name', async () => {
    await activate(operator('amina'), ofTheModel)
    expect(await decline(operator('boris'), ofTheModel)).toMatchObject({ status: 'declined' })
    expect(await activate(operator('boris'), ofTheModel)).toMatchObject({ status: 'proposed' })
  })

  test('of a disabled person is confirmed by no one', async () => {
    await activate(operator('amina'))
    await database.pool.query(
      `insert into operators (operator_id, email, name, name_key, roles, invited_by, created_at, disabled_at)
       values ('opr_1', 'amina@example.cd', 'amina', 'amina', '{supervisor}', 'setup', now(), now())`,
    )
    expect(await state()).toBe('stored')
    expect(await activate(operator('boris'))).toMatchObject({ status: 'proposed' })
  })
})
