import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@nani/foundation/core/index.ts'
import { columnsOf, sources, syntheticBureau, valuesOf } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { createScorecards } from '@nani/server/risk/scorecard/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

let database: TestDatabase
let folder: string
// The decisions of one test are not those of another.
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-credit-model-'))
  const columns = sources.flatMap((source) => columnsOf(source))
  const rows = [...syntheticBureau(seededRandom('people'), 6_000)].map(({ records, defaulted }) => {
    const values = valuesOf(records)
    const age = 20 + (Number(values.get('telecom.sim_age_months') ?? 0) % 50)
    return [defaulted ? 1 : 0, age, ...columns.map((column) => values.get(column) ?? '')].join(',')
  })
  writeFileSync(
    join(folder, 'loans.csv'),
    `${['defaulted', 'age', ...columns].join(',')}\n${rows.join('\n')}\n`,
  )
  writeFileSync(join(folder, 'factors.json'), JSON.stringify({ name: 'loans', features: factors }))
  writeFileSync(join(folder, 'shipped.json'), JSON.stringify(shippedModel))
})
afterAll(() => rmSync(folder, { recursive: true }))

const factors = [
  { column: 'telecom.sim_age_months', source: 'telecom', factor: 'telecom_tenure', trend: 'risk_falls' },
  { column: 'banking.dpd90_24m', source: 'banking', factor: 'payment_history', trend: 'risk_rises' },
  { column: 'utilities.arrears_ratio', source: 'utilities', factor: 'utility_payments', trend: 'risk_rises' },
]

const nani = (...args: string[]) =>
  runInMemory(['credit-model', ...args], {
    env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey },
    cwd: folder,
    // Each person has an account: the word after --as.
    account: args[args.indexOf('--as') + 1] ?? 'shared',
  })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const data = ['--target', 'defaulted', '--map', 'factors.json']

test('train, evaluate, and activate by two operators', async () => {
  const trained = await json('train', 'loans.csv', ...data, '--out', 'model.json')
  expect(trained.metrics.auc).toBeGreaterThan(0.6)
  const evaluated = await json('evaluate', 'loans.csv', ...data, '--model', 'model.json')
  expect(evaluated).toMatchObject({ version: trained.version, metrics: { rows: 6_000 } })

  const scorecards = createScorecards(database.pool)
  await scorecards.storeShipped(new Date())
  const { data: atFirst } = await json('list')
  expect(atFirst).toEqual([
    expect.objectContaining({ version: shippedModel.version, roles: ['active'], stored_by: 'release' }),
  ])
  const activate = (name: string, ...more: string[]) => json('activate', 'model.json', '--as', name, ...more)
  expect(await activate('amina')).toEqual({ version: trained.version, role: 'active', status: 'proposed' })
  // The same operator cannot confirm the own proposal.
  expect(await activate('amina')).toMatchObject({ status: 'proposed' })
  await scorecards.refresh()
  expect(scorecards.current().active.version).toBe(shippedModel.version)

  expect(await json('activate', trained.version, '--as', 'jean')).toMatchObject({ status: 'effective' })
  await scorecards.refresh()
  expect(scorecards.current().active.version).toBe(trained.version)
  expect(scorecards.current().challenger).toBeNull()

  // A new decision needs a new proposal.
  expect(await json('activate', 'shipped.json', '--challenger', '--as', 'jean')).toMatchObject({
    status: 'proposed',
  })
  expect(await json('activate', 'shipped.json', '--challenger', '--as', 'amina')).toMatchObject({
    status: 'effective',
  })
  await scorecards.refresh()
  expect(scorecards.current().challenger?.version).toBe(shippedModel.version)
  expect((await scorecards.ofVersion(trained.version))?.version).toBe(trained.version)
  const { data: models } = await json('list')
  expect(
    models.map(({ version, roles, proposed }: Record<string, unknown>) => [version, roles, proposed]),
  ).toEqual(
    expect.arrayContaining([
      [trained.version, ['active'], []],
      [shippedModel.version, ['challenger'], []],
    ]),
  )
})

test('a card shows the calibration by age, which is no input, and the mean over five splits', async () => {
  const groups = ['--group', 'age=30,45,60']
  const more = [...groups, '--card', 'card.md', '--out', 'model.json']
  const trained = await json('train', 'loans.csv', ...data, ...more)
  const names = trained.groups[0].groups.map(({ group }: { group: string }) => group)
  expect(names).toEqual(['below 30', '30 to below 45', '45 to below 60', '60 or more'])
  const card = readFileSync(join(folder, 'card.md'), 'utf8')
  const { ratio, rows } = trained.groups[0].groups[0]
  expect(card).toMatch(
    new RegExp(`\\| \`age\` \\| below 30 \\| ${rows} \\| .* \\| × ${ratio.toFixed(2)} \\|`),
  )
  expect(card).toMatch(/\| AUC \| 0\.\d{5} \| 0\.\d{4}(, 0\.\d{4}){4} \|/)
  const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))
  expect(model.features.map(({ name }: { name: string }) => name)).not.toContain('age')
  const evaluated = await nani('evaluate', 'loans.csv', ...data, '--model', 'model.json', ...groups)
  expect(evaluated.out).toContain('age below 30')
  const unknown = await nani('train', 'loans.csv', ...data, '--out', 'x', '--group', 'income')
  expect(unknown.err).toContain('no column income')
})

test('a faulty file is refused with its fault', async () => {
  const forbidden = { name: 'x', features: [{ column: 'age' }] }
  writeFileSync(join(folder, 'forbidden.json'), JSON.stringify(forbidden))
  const refused = await nani(
    'train',
    'loans.csv',
    '--target',
    'defaulted',
    '--map',
    'forbidden.json',
    '--out',
    'x',
  )
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('about age, which is never an input')
  expect((await nani('train', 'nowhere.csv', ...data, '--out', 'x')).err).toContain('There is no file')
  const target = ['--target', 'other', '--map', 'factors.json', '--out', 'x']
  expect((await nani('train', 'loans.csv', ...target)).err).toContain('no column other')
  writeFileSync(
    join(folder, 'wrong.json'),
    JSON.stringify({ ...shippedModel, features: [{ ...shippedModel.features[0], name: 'gender' }] }),
  )
  expect((await nani('activate', 'wrong.json')).err).toContain('about gender')
  expect((await nani('activate', 'no-such-version')).err).toContain('There is no model no-such-version')
})

test('recalibrate proposes a model of own outcomes, and a second operator who repeats it activates it', async () => {
  await json('activate', 'shipped.json', '--as', 'amina')
  await json('activate', 'shipped.json', '--as', 'jean')
  expect(await json('list')).toMatchObject({ production_ready: false })
  const recalibrate = (name: string) =>
    json('recalibrate', 'loans.csv', '--target', 'defaulted', '--out', 'recalibrated.json', '--as', name)
  const proposed = await recalibrate('amina')
  expect(proposed).toMatchObject({
    status: 'proposed',
    recalibrated_on: { base_version: shippedModel.version, missing_share: expect.any(Number) },
    before: { auc: expect.any(Number), predicted: expect.any(Number) },
  })
  expect(proposed.recalibrated_on.slope).toBeGreaterThan(0)
  expect(await json('list')).toMatchObject({ production_ready: false })
  // The same file and the same model give the same version.
  expect(await recalibrate('jean')).toMatchObject({ version: proposed.version, status: 'effective' })
  const { production_ready, data: models } = await json('list')
  expect(production_ready).toBe(true)
  expect(models).toContainEqual(
    expect.objectContaining({
      ...{ version: proposed.version, basis: 'recalibrated', roles: ['active'], accepted: [] },
    }),
  )
  expect(await json('show')).toMatchObject({ version: proposed.version, production_ready: true })
  expect(await json('evaluate', 'loans.csv', ...data, '--model', 'recalibrated.json')).toMatchObject({
    version: proposed.version,
  })
  const text = await nani('recalibrate', 'loans.csv', '--target', 'defaulted', '--as', 'amina')
  expect(text.out).toContain('observed / predicted')
})

test('the generated model is accepted by two operators with reasons, and list and show name them', async () => {
  const accept = (name: string, reason: string) => json('accept-generated', '--reason', reason, '--as', name)
  const { version } = shippedModel
  expect(await accept('amina', 'pilot')).toEqual({ version, role: 'active', status: 'proposed' })
  expect(await accept('jean', 'pilot of 200 loans')).toMatchObject({ status: 'effective' })
  const { production_ready, data: models } = await json('list')
  expect(production_ready).toBe(true)
  const accepted = [
    expect.objectContaining({ by: 'amina', reason: 'pilot' }),
    expect.objectContaining({ by: 'jean', reason: 'pilot of 200 loans' }),
  ]
  expect(models).toContainEqual(expect.objectContaining({ version, basis: 'generated', accepted }))
  expect(await json('show', version)).toMatchObject({ accepted, production_ready: true })
  expect((await nani('show')).out).toContain('pilot of 200 loans')
  expect((await nani('list')).out).toContain('accepted by amina and jean')
  expect((await nani('accept-generated', '--reason', ' ')).err).toContain('needs a reason')
  expect((await nani('show', 'no-such-version')).err).toContain('There is no model no-such-version')
})

test('a second person declines a model, and its command names what is not proposed', async () => {
  const { version } = shippedModel
  await json('accept-generated', '--reason', 'pilot', '--as', 'amina')
  expect(await json('decline', version, '--reason', 'too early', '--as', 'jean')).toEqual({
    ...{ version, role: 'active', status: 'declined' },
  })
  const again = await nani('decline', version, '--challenger', '--reason', 'too early', '--as', 'jean')
  expect(again.err).toContain('Nothing is proposed')
  expect(again.err).toContain('Run: nani credit-model list')
})
