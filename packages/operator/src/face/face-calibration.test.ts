import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrationId } from '@nani/engines/face-evaluation/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

const modelId = 'faceplugin-0.0.1-feature'
const calibration = [
  { cosine: -1, similarity: 0 },
  { cosine: 0.4, similarity: 0.8 },
  { cosine: 1, similarity: 1 },
]
const file = {
  ...{ id: calibrationId(modelId, calibration), model_id: modelId, calibration, supported_rate: 1e-3 },
  fitted_on: [{ group: 'west', people: 100, photographs: 100, pairs: 4_950 }],
}

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nani-calibration-'))
  writeFileSync(join(folder, 'west.json'), JSON.stringify(file))
  database = await createTestDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const nani = async (args: string[], account: string) => {
  const env = { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }
  const { code, out } = await runInMemory([...args, '--json'], { env, cwd: folder, account })
  return { code, json: JSON.parse(out) }
}
const activate = (name: string, account = name, path = 'west.json') =>
  nani(['face', 'calibration', 'activate', path, '--as', name], account)

test('two people put a calibration in force, and the list and the audit log show it', async () => {
  expect(await activate('amina')).toEqual({
    code: 0,
    json: { id: file.id, model_id: modelId, status: 'proposed' },
  })
  expect((await activate('boris', 'amina')).json.error.code).toBe('second_account_required')
  expect((await activate('boris')).json).toMatchObject({ status: 'effective' })
  const { json } = await nani(['face', 'calibration', 'list'], 'amina')
  expect(json.data).toMatchObject([{ id: file.id, state: 'active', supported_rate: 1e-3 }])
  const acts = await nani(['acts', '--subject', modelId], 'amina')
  expect(acts.json.data[0]).toMatchObject({
    action: 'face_calibrations.activate',
    after: { calibration: file.id },
  })
})

test('a file that was changed after its fit is refused', async () => {
  writeFileSync(join(folder, 'changed.json'), JSON.stringify({ ...file, model_id: 'another' }))
  const { code, json } = await activate('amina', 'amina', 'changed.json')
  expect([code, json.error.code]).toEqual([1, 'face_calibration_invalid'])
})

test('a second person declines a calibration, which is proposed no more', async () => {
  const decline = (name: string) =>
    nani(
      ['face', 'calibration', 'decline', 'of-the-model', '--reason', 'Too few people.', '--as', name],
      name,
    )
  await activate('amina', 'amina', 'of-the-model')
  expect(await decline('boris')).toEqual({
    code: 0,
    json: { id: 'of-the-model', model_id: modelId, status: 'declined' },
  })
  expect((await decline('boris')).json.error.code).toBe('face_calibration_not_proposed')
  expect((await activate('boris', 'boris', 'of-the-model')).json).toMatchObject({ status: 'proposed' })
})
