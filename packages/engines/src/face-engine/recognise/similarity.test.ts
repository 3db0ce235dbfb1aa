import { expect, test } from 'vitest'
import { readManifests } from '../models/read-manifests.ts'
import { calibrated, cosine } from './similarity.ts'

const { recogniser } = await readManifests(null)
const steps = recogniser.manifest.calibration!

test('similarity never falls when the cosine rises, from 0 to 1', () => {
  let before = 0
  for (let at = -1; at <= 1; at += 0.001) {
    const similarity = calibrated(steps, at)
    expect(similarity).toBeGreaterThanOrEqual(before)
    before = similarity
  }
  expect([calibrated(steps, -1), calibrated(steps, 1)]).toEqual([0, 1])
})

test('spec/face#thresholds: each threshold of the guidance is a separate step', () => {
  for (const threshold of [0.8, 0.85, 0.9, 0.95]) {
    const step = steps.find(({ similarity }) => similarity === threshold)!
    expect(calibrated(steps, step.cosine)).toBe(threshold)
    expect(calibrated(steps, step.cosine - 1e-6)).toBeLessThan(threshold)
  }
})

test('the cosine is the inner product, and only within one model', () => {
  const template = (modelId: string, ...vector: number[]) => ({ modelId, vector: Float32Array.from(vector) })
  expect(cosine(template('a', 1, 0), template('a', 0.6, 0.8))).toBeCloseTo(0.6, 6)
  expect(() => cosine(template('a', 1, 0), template('b', 1, 0))).toThrow(/cannot be compared/)
})
