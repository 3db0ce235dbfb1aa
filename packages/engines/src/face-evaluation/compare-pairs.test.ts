import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import type { FaceEngine } from '../face-engine/index.ts'
import { comparePairs } from './compare-pairs.ts'
import { evaluationReport, tally } from './report.ts'

/** Photographs are numbers. The similarity of two faces is the closeness of their numbers. */
const engine = (looked: number[] = []): FaceEngine => ({
  modelId: 'numbers-<1>',
  analyse: () => Promise.reject(new Error('not here')),
  observe: async ([value]) => {
    looked.push(value!)
    if (value === 0) throw new Refusal('no_face_detected')
    const context = { problems: ['blurred'] }
    return {
      template: { modelId: 'numbers-<1>', vector: Float32Array.of(value!) },
      refusal: value! > 90 ? { code: 'image_quality_insufficient', context } : null,
    }
  },
  canServe: () => true,
  similarity: (a, b) => 1 - Math.abs(a.vector[0]! - b.vector[0]!) / 100,
  close: async () => {},
})
const pairs = [
  { a: '50', b: '52', isSame: true },
  { a: '50', b: '95', isSame: true },
  { a: '50', b: '10', isSame: false },
  { a: '10', b: '0', isSame: false },
]
const compare = (strict: boolean, looked?: number[]) =>
  comparePairs(pairs, {
    engine: engine(looked),
    read: async (file) => Uint8Array.of(Number(file)),
    strict,
    concurrency: 2,
  })

test('every photograph is analysed once, and one without a face is not compared', async () => {
  const looked: number[] = []
  const evaluation = await compare(false, looked)
  expect(looked.toSorted((a, b) => a - b)).toEqual([0, 10, 50, 52, 95])
  expect(evaluation).toMatchObject({ pairs: 4, notCompared: 1, errors: { same: 2, different: 1 } })
  expect(evaluation.scores.same.map((score) => Math.round(100 * score))).toEqual([98, 55])
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
  const page = evaluationReport(evaluation, head)
  expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:/)
  expect(page).toContain('&#60;script&#62;')
  expect(page).toContain('numbers-&#60;1&#62;')
  for (const title of ['Scores', 'ROC', 'DET', 'Errors over the threshold']) expect(page).toContain(title)
  expect(page.match(/<svg/g)).toHaveLength(4)
  expect(page).not.toMatch(/NaN|Infinity|undefined/)
})

test('pairs of one kind give score histograms and no curve', async () => {
  const onlySame = await comparePairs(pairs.slice(0, 2), {
    engine: engine(),
    read: async (file) => Uint8Array.of(Number(file)),
    strict: false,
    concurrency: 1,
  })
  const page = evaluationReport(onlySame, { title: 'same', strict: false, madeAt: new Date(0) })
  expect(page.match(/<svg/g)).toHaveLength(1)
  expect(page).not.toMatch(/NaN|Infinity|undefined/)
})
