import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import type { FaceEngine } from '../face-engine/index.ts'
import { compareList, evaluationOf, photographsOfList } from './compare-pairs.ts'
import { comparableInAll, observePhotographs } from './observe-photographs.ts'
import type { EvaluationList } from './read-list.ts'
import { evaluationReport, tally } from './report.ts'

/** Photographs are angles in degrees. The similarity of two faces is the cosine of the angle between them. */
const engine = (looked: number[] = []): Pick<FaceEngine, 'modelId' | 'observe'> => ({
  modelId: 'angles-<1>',
  observe: async ([value]) => {
    looked.push(value!)
    if (value === 0) throw new Refusal('no_face_detected')
    const context = { problems: ['blurred'] }
    const angle = (value! * Math.PI) / 180
    return {
      template: { modelId: 'angles-<1>', vector: Float32Array.of(Math.cos(angle), Math.sin(angle)) },
      refusal: value! > 90 ? { code: 'image_quality_insufficient', context } : null,
    }
  },
})
const calibration = {
  id: 'as <it> is',
  calibration: [
    { cosine: 0, similarity: 0 },
    { cosine: 1, similarity: 1 },
  ],
}
const pair = (a: string, b: string, isSame: boolean, group: string | null = null) => ({ a, b, isSame, group })
const pairs = [
  pair('50', '52', true),
  pair('50', '95', true),
  pair('50', '10', false),
  pair('10', '0', false),
]
const observe = (list: EvaluationList, strict = false, looked?: number[]) =>
  observePhotographs(photographsOfList(list), {
    engine: engine(looked),
    read: async (file) => Uint8Array.of(Number(file)),
    strict,
    concurrency: 2,
  })
const evaluate = async (list: EvaluationList, strict = false, looked?: number[]) =>
  evaluationOf(compareList(list, await observe(list, strict, looked)), calibration)
const compare = (strict: boolean, looked?: number[]) => evaluate({ kind: 'pairs', pairs }, strict, looked)

test('every photograph is analysed once, and one without a face is not compared', async () => {
  const looked: number[] = []
  const evaluation = await compare(false, looked)
  expect(looked.toSorted((a, b) => a - b)).toEqual([0, 10, 50, 52, 95])
  expect(evaluation).toMatchObject({ pairs: 4, notCompared: 1, errors: { same: 2, different: 1 } })
  expect([...evaluation.scores.same].map((score) => Math.round(100 * score))).toEqual([71, 100])
  expect(tally(evaluation)).toEqual([
    ['accepted', 3],
    ['blurred', 1],
    ['no_face_detected', 1],
  ])
})

test('strict: photographs that the service refuses are not compared', async () => {
  const evaluation = await compare(true)
  expect(evaluation).toMatchObject({ notCompared: 2, errors: { same: 1, different: 1 } })
})

test('the report is one page without external resources, and it escapes external values', async () => {
  const evaluation = await compare(false)
  const head = { title: '<script>alert(1)</script>.csv', strict: false, madeAt: new Date(0) }
  const page = evaluationReport([evaluation], head)
  expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:/)
  expect(page).toContain('&#60;script&#62;')
  expect(page).toContain('angles-&#60;1&#62;')
  for (const title of ['Scores', 'ROC', 'DET', 'Errors over the threshold']) expect(page).toContain(title)
  expect(page.match(/<svg/g)).toHaveLength(4)
  expect(page).not.toMatch(/NaN|Infinity|undefined/)
})

test('pairs of one kind give score histograms and no curve', async () => {
  const onlySame = await evaluate({ kind: 'pairs', pairs: pairs.slice(0, 2) })
  const page = evaluationReport([onlySame], { title: 'same', strict: false, madeAt: new Date(0) })
  expect(page.match(/<svg/g)).toHaveLength(1)
  expect(page).not.toMatch(/NaN|Infinity|undefined/)
})

const person = (name: string, file: string, group: string | null = null) => ({ file, person: name, group })

test('of a list of photographs every pair is made, and a group has the pairs within it', async () => {
  const photographs = [
    person('amina', '10', 'west'),
    person('amina', '12', 'west'),
    person('bosco', '40', 'west'),
    person('chantal', '70', 'east'),
    person('dieudonne', '75', 'east'),
    person('esperance', '0', 'east'),
    person('felix', '80'),
  ]
  const found = await evaluate({ kind: 'photographs', photographs })
  expect(found).toMatchObject({ pairs: 21, notCompared: 6, errors: { same: 1, different: 14 } })
  expect(found.groups).toMatchObject([
    { group: 'east', people: 2, photographs: 2, errors: { same: 0, different: 1 } },
    { group: 'west', people: 2, photographs: 3, errors: { same: 1, different: 2 } },
  ])
  const at85 = found.groups.map(({ errors }) => errors.at[1]!.falseMatch)
  expect(at85).toMatchObject([
    { count: 1, total: 1, low: expect.closeTo(0.025, 6), high: 1 },
    { count: 2, total: 2, low: expect.closeTo(0.158, 3), high: 1 },
  ])
  const page = evaluationReport([found], { title: 'groups', strict: false, madeAt: new Date(0) })
  expect(page).toContain('Errors within each group')
  expect(page).toContain('west')
})

test('the column group of a list of pairs gives the errors within each group', async () => {
  const grouped = [
    pair('50', '52', true, 'west'),
    pair('50', '10', false, 'west'),
    pair('10', '12', false, 'east'),
    pair('52', '12', false),
  ]
  const { groups, errors } = await evaluate({ kind: 'pairs', pairs: grouped })
  expect(errors).toMatchObject({ same: 1, different: 3 })
  expect(groups.map(({ group, people, errors }) => [group, people, errors.same, errors.different])).toEqual([
    ['east', null, 0, 1],
    ['west', null, 1, 1],
  ])
})

test('the 20 worst pairs of each kind are listed, worst first: mislabelled photographs are among them', async () => {
  const photographs = [
    ...Array.from({ length: 30 }, (_, index) => person(`p${index}`, String(1 + 2 * index))),
    // A photograph of p0 under another name, and one of another person under the name of p1.
    person('wrong name', '2'),
    person('p1', '89'),
  ]
  const { worst } = await evaluate({ kind: 'photographs', photographs })
  expect(worst.different).toHaveLength(20)
  expect(worst.different[0]).toMatchObject({ a: '1', b: '2' })
  expect(worst.same).toMatchObject([{ a: '3', b: '89' }])
  const cosines = worst.different.map(({ cosine }) => cosine)
  expect(cosines).toEqual(cosines.toSorted((a, b) => b - a))
})

test('recognisers are compared on the photographs that each of them can compare', async () => {
  const list: EvaluationList = { kind: 'pairs', pairs }
  const [all, strict] = comparableInAll([await observe(list), await observe(list, true)])
  expect([...all!.templates.keys()]).toEqual([...strict!.templates.keys()])
  expect(compareList(list, all!).scores.same).toHaveLength(1)
})
