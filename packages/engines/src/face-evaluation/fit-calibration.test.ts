import { type Random, Refusal, seededRandom } from '@nani/foundation/core/index.ts'
import { describe, expect, test } from 'vitest'
import { calibrated } from '../face-engine/index.ts'
import { compareList, type PairComparison } from './compare-pairs.ts'
import { fitCalibration, leastPeople, similarityScale } from './fit-calibration.ts'

/** The calibration of a model that was fitted to other people. */
const own = [
  { cosine: -1, similarity: 0 },
  ...similarityScale.map(({ similarity }, index) => ({ cosine: 0.02 + 0.08 * index, similarity })),
  { cosine: 1, similarity: 1 },
]
type Person = { person: string; group: string | null; vector: Float32Array }

const gaussian = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const numbers = (random: Random) => () => random.bytes(4).readUInt32LE() / 2 ** 32

/** People who resemble each other by a common part of their templates, as the people of a group do. */
const people = (
  count: number,
  seed: string,
  { group = null as string | null, common = 0.3 } = {},
): Person[] => {
  const random = numbers(seededRandom(seed))
  const direction = () => Array.from({ length: 48 }, () => gaussian(random))
  const shared = direction()
  return Array.from({ length: count }, (_, index) => {
    const vector = direction().map((value, at) => value + common * shared[at]!)
    const length = Math.hypot(...vector)
    return {
      person: `${group} ${index}`,
      group,
      vector: Float32Array.from(vector, (value) => value / length),
    }
  })
}

const compared = (list: readonly Person[]): PairComparison =>
  compareList(
    { kind: 'photographs', photographs: list.map(({ person, group }) => ({ file: person, person, group })) },
    {
      modelId: 'test',
      captures: list.map(({ person }) => ({ file: person, answer: 'accepted', isComparable: true })),
      templates: new Map(list.map(({ person, vector }) => [person, { modelId: 'test', vector }])),
    },
  )
const falseMatchRate = (list: readonly Person[], steps: typeof own, similarity: number) => {
  const { different } = compared(list).scores
  return different.filter((cosine) => calibrated(steps, cosine) >= similarity).length / different.length
}
const refusalOf = (fit: () => unknown): Refusal => {
  try {
    fit()
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('the fit was not refused')
}

test('a fit on one half holds on the other half, at most twice the rate, in 20 random halvings', () => {
  const all = people(220, 'halvings')
  const random = numbers(seededRandom('order'))
  for (let halving = 0; halving < 20; halving++) {
    const order = all
      .map((one) => ({ one, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
    const { calibration } = fitCalibration(compared(order.slice(0, 110)), own)
    expect(falseMatchRate(order.slice(110), calibration, 0.8)).toBeLessThanOrEqual(2e-3)
  }
})

test('a fit mends a group that resembles each other, which the calibration of the model does not', () => {
  const group = people(110, 'group', { common: 0.7 })
  const others = people(400, 'group', { common: 0.7 }).slice(110)
  const rate = falseMatchRate(others, fitCalibration(compared(group), own).calibration, 0.8)
  expect(falseMatchRate(others, own, 0.8)).toBeGreaterThan(4e-3)
  expect(rate).toBeLessThanOrEqual(2e-3)
  // The fit is not simply strict.
  expect(rate).toBeGreaterThan(1e-4)
})

describe('with groups', () => {
  const west = people(120, 'west', { group: 'west', common: 0.1 })
  const east = people(120, 'east', { group: 'east', common: 0.8 })

  test('the strictest group decides, so that the rate holds within each', () => {
    const both = fitCalibration(compared([...west, ...east]), own)
    const alone = fitCalibration(compared(east), own)
    expect(both.calibration.slice(4)).toEqual(alone.calibration.slice(4))
    expect(both.fitted_on.map(({ group, people }) => [group, people])).toEqual([
      ['east', 120],
      ['west', 120],
    ])
    expect(both.fitted_on[0]!.pairs).toBe((120 * 119) / 2)
  })

  test('a group with too few people refuses the fit, with the number that is missing', () => {
    const error = refusalOf(() => fitCalibration(compared([...west, ...east.slice(0, 40)]), own))
    expect(error.code).toBe('face_fit_refused')
    expect(error.message).toContain(`east has 40 people and needs ${leastPeople - 40} more`)
    expect(error.context).toMatchObject({
      missing: [{ group: 'east', people: 40, more_people: leastPeople - 40 }],
    })
  })
})

test('a list without people refuses the fit', () => {
  const list = { kind: 'pairs' as const, pairs: [{ a: 'a', b: 'b', isSame: false, group: null }] }
  const nothing = compareList(list, { modelId: 'test', captures: [], templates: new Map() })
  expect(refusalOf(() => fitCalibration(nothing, own)).code).toBe('face_fit_refused')
})

describe('beyond the support of the pairs', () => {
  test('the rate is named, and grows finer with the number of people', () => {
    const supported = [leastPeople, 246, 300].map(
      (count) => fitCalibration(compared(people(count, 'support')), own).supported_rate,
    )
    expect(supported).toEqual([1e-3, 1e-4, 1e-4])
  })

  test('the similarity is never more lenient than that of the model', () => {
    const dissimilar = people(110, 'dissimilar', { common: 0 }).map(({ vector, ...one }) => ({
      ...one,
      vector: Float32Array.from([...vector, 3], (value) => value / Math.sqrt(10)),
    }))
    const strictModel = own.map(({ cosine, similarity }) =>
      similarity > 0.8 && similarity < 1 ? { cosine: cosine + 0.4, similarity } : { cosine, similarity },
    )
    const { calibration } = fitCalibration(compared(dissimilar), strictModel)
    for (const { similarity, cosine } of strictModel.filter((one) => one.similarity > 0.8))
      expect(calibration.find((step) => step.similarity === similarity)!.cosine).toBeGreaterThanOrEqual(
        cosine,
      )
  })
})

test('equal calibrations of one model have one identifier, and a point of a calibration increases', () => {
  const one = fitCalibration(compared(people(110, 'same')), own)
  expect(fitCalibration(compared(people(110, 'same')), own).id).toBe(one.id)
  expect(fitCalibration(compared(people(110, 'other')), own).id).not.toBe(one.id)
  for (const [index, step] of one.calibration.entries()) {
    if (index === 0) continue
    expect(step.cosine).toBeGreaterThan(one.calibration[index - 1]!.cosine)
    expect(step.similarity).toBeGreaterThan(one.calibration[index - 1]!.similarity)
  }
})
