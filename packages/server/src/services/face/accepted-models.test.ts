import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readManifests } from '@nani/engines/face-engine/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { builtInRoles, requireAcceptedModels } from './accepted-models.ts'

let database: TestDatabase
/** Substitutes for the licensed models of an operator. */
let licensed: string
let isDemo: boolean

beforeAll(async () => {
  database = await createTestDatabase()
  licensed = await mkdtemp(join(tmpdir(), 'nani-licensed-models-'))
})

afterAll(async () => {
  await rm(licensed, { recursive: true })
  await database.drop()
})

beforeEach(async () => {
  isDemo = false
  await database.pool.query('delete from installation_rules')
})

/** The file of a built-in model, with a manifest of its own that names its licence and its training data. */
const license = async (role: string): Promise<void> => {
  const files = await readManifests(null)
  const { manifest, path } = files[role as keyof typeof files]
  await copyFile(path, join(licensed, `${role}.onnx`))
  const licence = { name: 'A commercial licence', source: 'A vendor', trainingData: 'Paid volunteers' }
  const own = { ...manifest, id: `licensed-${role}`, file: `./${role}.onnx`, licence }
  await writeFile(join(licensed, `${role}.json`), JSON.stringify(own))
}

const accept = (value: boolean) =>
  database.pool.query('insert into installation_rules (rule, value, set_at) values ($1, $2, now())', [
    'face_models_accepted',
    value,
  ])
const needs = () => ({ pool: database.pool, isDemo: async () => isDemo })
const notReady = { code: 'model_not_ready' }

test('production uses no built-in model before the operator accepts it, and the sandbox does', async () => {
  const required = await requireAcceptedModels(null, needs())
  await expect(required('production')).rejects.toMatchObject(notReady)
  await required('sandbox')
  await accept(true)
  await required('production')
  await database.pool.query('update installation_rules set value = false')
  await expect(required('production')).rejects.toMatchObject(notReady)
})

test('a demo accepts the built-in models, and nothing remains of it after the demo', async () => {
  const required = await requireAcceptedModels(null, needs())
  isDemo = true
  await required('production')
  isDemo = false
  await expect(required('production')).rejects.toMatchObject(notReady)
})

test('licensed models need no acceptance, once they have every role', async () => {
  const roles = Object.keys(await readManifests(null))
  const [last = '', ...others] = roles.toReversed()
  for (const role of others) await license(role)
  expect(await builtInRoles(licensed)).toEqual([last])
  await expect((await requireAcceptedModels(licensed, needs()))('production')).rejects.toMatchObject(notReady)
  await license(last)
  expect(await builtInRoles(licensed)).toEqual([])
  await (await requireAcceptedModels(licensed, needs()))('production')
})
