import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrationId } from '@nani/engines/face-evaluation/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInMemory } from '../testing/run-in-memory.ts'

const included = 'faceplugin-0.0.1-feature'
const portraits = join(import.meta.dirname, '../../../../examples/faces')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-evaluate-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const nani = (...args: string[]) =>
  runInMemory(['face', 'evaluate', ...args], {
    env: {},
    cwd: folder,
  })
const csv = (name: string, rows: readonly string[]) =>
  writeFileSync(join(folder, name), `file_a,file_b,label\n${rows.map((row) => `${row}\n`).join('')}`)
const portrait = (name: string) => join(portraits, `${name}.jpg`)
const [him, himToday] = [portrait('jean-pierre-enrolled'), portrait('jean-pierre-today')]
const [her, herToday] = [portrait('beatrice-enrolled'), portrait('beatrice-today')]

test('error rates of pairs, and a page of plots in the folder of the pairs', async () => {
  csv('pairs.csv', [
    `${him},${himToday},same`,
    `${her},${herToday},same`,
    `${him},${her},different`,
    `${himToday},${herToday},different`,
    `${him},${portrait('two-people')},different`,
  ])
  const answer = await nani('pairs.csv', '--strict')
  expect(answer.code, answer.err).toBe(0)
  expect(answer.out).toContain('4 of 5 pairs compared')
  expect(answer.out).toContain('multiple_faces_detected')
  expect(answer.out).toMatch(/0\.85 {2}false matches 0 % \(0 % to 84\.2 %\)/)
  const page = readFileSync(join(folder, 'pairs.html'), 'utf8')
  expect(page).toContain('DET')
  expect(page).not.toContain('jean-pierre')
})

test('--json prints the figures, and the report is written to the given path', async () => {
  csv('two.csv', [`${him},${himToday},same`, `${him},${her},different`])
  const { code, out, err } = await nani('two.csv', '--json', '--report', 'there.html')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({
    report: join(folder, 'there.html'),
    pairs: 2,
    notCompared: 0,
    errors: { same: 1, different: 1, areaUnderCurve: 1 },
  })
  expect(readFileSync(join(folder, 'there.html'), 'utf8')).toContain('<svg')
})

test('missing or unreadable files are named before the measurement', async () => {
  expect((await nani('nowhere.csv')).err).toContain('There is no file')
  csv('wrong.csv', [`${him},${her},perhaps`])
  expect((await nani('wrong.csv')).err).toContain('line 2: label is same or different')
  csv('missing.csv', [`${him},absent.jpg,same`])
  const { code, err } = await nani('missing.csv')
  expect(code).toBe(1)
  expect(err).toContain('There is no photograph')
})

const list = (name: string, rows: readonly string[]) =>
  writeFileSync(join(folder, name), `file,person,group\n${rows.map((row) => `${row}\n`).join('')}`)

test('of photographs and people every pair is made; rates are within groups, and the worst pairs are named', async () => {
  list('people.csv', [`${him},a,east`, `${himToday},a,east`, `${her},b,east`, `${herToday},b,east`])
  const { code, out, err } = await nani('people.csv', '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const answer = JSON.parse(out)
  expect(answer).toMatchObject({ pairs: 6, notCompared: 0, errors: { same: 2, different: 4 } })
  expect(answer.groups).toMatchObject([
    { group: 'east', people: 2, photographs: 4, errors: { same: 2, different: 4 } },
  ])
  expect(answer.worst.different).toHaveLength(4)
  const { out: text } = await nani('people.csv')
  expect(text).toContain('east: 2 people, 4 photographs')
  expect(text).toContain(`Look at them first`)
  expect(text).toContain(him)
})

test('a fit with too few people is refused, and says how many are missing', async () => {
  list('few.csv', [`${him},a,east`, `${her},b,east`])
  for (const args of [
    ['few.csv', '--fit'],
    ['--fit', 'few.csv'],
  ]) {
    const { code, err } = await nani(...args)
    expect(code).toBe(1)
    expect(err).toMatch(/east has 2 people and needs \d+ more/)
  }
  expect(existsSync(join(folder, 'few.calibration.json'))).toBe(false)
})

test('a calibration is refused if its recogniser was not measured', async () => {
  const calibration = [
    { cosine: -1, similarity: 0 },
    { cosine: 1, similarity: 1 },
  ]
  const fitted_on = [{ group: null, people: 100, photographs: 100, pairs: 4_950 }]
  const write = (of: string) =>
    writeFileSync(
      join(folder, `${of}.json`),
      JSON.stringify({
        ...{ id: calibrationId(of, calibration), model_id: of, calibration, supported_rate: 1e-3, fitted_on },
      }),
    )
  csv('fitted.csv', [`${him},${himToday},same`, `${him},${her},different`])
  write('another')
  const { code, err } = await nani('fitted.csv', '--calibration', 'another.json')
  expect(code).toBe(1)
  expect(err).toContain('another, which was not measured')
  write(included)
  const measured = await nani('fitted.csv', '--calibration', `${included}.json`, '--json')
  expect(JSON.parse(measured.out)).toMatchObject({ calibration: calibrationId(included, calibration) })
})

test('a recogniser of the operator is compared with the included one, in one report', async () => {
  const builtIn = join(import.meta.dirname, '../../../engines/src/face-engine/models/built-in')
  const manifest = JSON.parse(readFileSync(join(builtIn, 'recogniser.json'), 'utf8'))
  const models = join(folder, 'models')
  mkdirSync(models)
  writeFileSync(join(models, 'mine.json'), JSON.stringify({ ...manifest, id: 'mine-1' }))
  csv('both.csv', [`${him},${himToday},same`, `${him},${her},different`])
  const { code, out, err } = await runInMemory(['face', 'evaluate', 'both.csv', '--json'], {
    env: { NANI_FACE_MODELS: models },
    cwd: folder,
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const answer = JSON.parse(out)
  expect(answer).toMatchObject({ modelId: 'mine-1', errors: { same: 1, different: 1 } })
  expect(answer.compared_with).toMatchObject([{ modelId: manifest.id, errors: { same: 1, different: 1 } }])
  const page = readFileSync(join(folder, 'both.html'), 'utf8')
  for (const id of ['mine-1', manifest.id]) expect(page).toContain(id)
})
