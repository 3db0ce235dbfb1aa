import { expect, test } from 'vitest'
import type { Face } from '../engine.ts'
import type { Model } from '../models/manifest.ts'
import { measureEyes } from './eyes.ts'

const image = { width: 200, height: 100, data: new Uint8Array(200 * 100 * 3) }

/** Two eyes, 40 wide; their lids are so far apart, by that width. */
const faceWith = (openings: readonly number[]): Face => {
  const landmarks = Array.from({ length: 68 }, () => ({ x: 0, y: 0 }))
  for (const [eye, opening] of openings.entries()) {
    const left = 30 + 100 * eye
    const half = (opening * 40) / 2
    const lids = [0, 13, 27, 40, 27, 13].map((x, index) => ({
      x: left + x,
      y: 50 + (index === 0 || index === 3 ? 0 : index < 3 ? -half : half),
    }))
    landmarks.splice(36 + 6 * eye, 6, ...lids)
  }
  return { landmarks } as unknown as Face
}

/** A model that is so sure, of one eye after the other, that it is closed. */
const modelSaying = (closed: readonly number[]): Model => {
  const left = [...closed]
  return {
    manifest: { input: { width: 24, height: 24 } },
    look: async () => [Float32Array.of(logit(left.shift()!), 0)],
  } as unknown as Model
}
const logit = (share: number) => Math.log(share / (1 - share))

test.each([
  ['both are closed', [0.999, 0.999], [0.1, 0.1], 'eyes_closed'],
  ['both are open', [0.01, 0.01], [0.3, 0.3], null],
  ['one winks', [0.999, 0.01], [0.1, 0.3], null],
  ['the model is sure, but the lids of one are seen apart', [0.999, 0.999], [0.1, 0.2], null],
  [
    'the lids are near each other, as in narrow eyes, and the model is not sure',
    [0.9, 0.9],
    [0.1, 0.1],
    null,
  ],
] as const)(
  'eyes are closed when the model is sure of both and no lids are apart: %s',
  async (_, closed, lids, problem) => {
    const found = await measureEyes(modelSaying(closed), image, faceWith(lids))
    expect(found.problem).toBe(problem)
    expect(found.value).toBeCloseTo(Math.min(...closed), 5)
  },
)
