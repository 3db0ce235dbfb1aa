import { expect, test } from 'vitest'
import type { Face } from '../engine.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { eyePatch } from './eye-patch.ts'
import { measureEyes } from './eyes.ts'

const middles = [
  { x: 160, y: 120 },
  { x: 280, y: 120 },
]
const eyeWidth = 52

/** Two drawn eyes on skin: light with a dark iris, or a line of lashes with skin on both sides. */
const draw = (isShut: readonly [boolean, boolean], light = 1): RgbImage => {
  const [width, height] = [440, 240]
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5]
    const eye = x < width / 2 ? 0 : 1
    const luma =
      light * eyeLuma((x - middles[eye]!.x) / eyeWidth, (y - middles[eye]!.y) / eyeWidth, isShut[eye]!)
    data.fill(Math.round(luma), at * 3, at * 3 + 3)
  }
  return { width, height, data }
}

const skin = 170
const eyeLuma = (u: number, v: number, isShut: boolean): number => {
  if (Math.abs(u) >= 0.5) return skin
  const lid = 0.19 * (1 - 4 * u * u)
  if (isShut) return skin - 120 * Math.exp(-(((v - 0.8 * lid) / 0.05) ** 2)) * Math.sqrt(1 - 4 * u * u)
  if (Math.abs(Math.abs(v) - lid) < 0.03 && v < 0) return 60
  if (Math.abs(v) > lid) return skin
  return Math.hypot(u, v) < 0.2 ? 35 : 215
}

const face = {
  landmarks: Array.from({ length: 68 }, (_, index) => {
    const { x, y } = middles[index < 42 ? 0 : 1]!
    const point = (index - 36) % 6
    const across = [-0.5, -0.2, 0.2, 0.5, 0.2, -0.2][point] ?? 0
    const down = point === 0 || point === 3 ? 0 : point < 3 ? -0.15 : 0.15
    return { x: x + across * eyeWidth, y: y + down * eyeWidth }
  }),
} as unknown as Face

/** A model with given odds (as a logarithm) that one eye after the other is closed. */
const modelThinking = (opinions: readonly number[]): Model => {
  const left = [...opinions]
  return {
    manifest: { input: { width: 24, height: 24 } },
    runOnImage: async () => [Float32Array.of(left.shift()!, 0)],
  } as unknown as Model
}
const undecided = [0, 0]

test.each([
  ['both are shut', [true, true], 'eyes_closed'],
  ['both are open', [false, false], null],
  ['the left one winks', [true, false], null],
  ['the right one winks', [false, true], null],
] as const)('eyes are closed when both are, and the model does not know: %s', async (_, isShut, problem) => {
  const found = await measureEyes(modelThinking(undecided), draw(isShut), face)
  expect(found).toMatchObject({ measure: 'eyes', problem })
})

test('higher odds that both are closed raise the measure; the odds of one eye do not matter', async () => {
  const image = draw([true, true])
  const valueAt = async (...opinions: number[]) =>
    (await measureEyes(modelThinking(opinions), image, face)).value
  const unsure = await valueAt(...undecided)
  expect(await valueAt(5, 5)).toBeGreaterThan(unsure)
  expect(await valueAt(-5, -5)).toBeLessThan(unsure)
  expect(await valueAt(5, -5)).toBeCloseTo(await valueAt(-5, -5), 6)
})

test('a patch is the same for the other eye, mirrored', () => {
  const image = draw([true, true])
  const [left, right] = [eyePatch(image, face.landmarks, 36), eyePatch(image, face.landmarks, 42)]
  expect(Math.max(...left.map((share, at) => Math.abs(share - right[at]!)))).toBeLessThan(0.01)
})

test('a patch hardly changes with half the light, but changes with the lids', () => {
  const patch = eyePatch(draw([false, false]), face.landmarks, 36)
  const far = (other: Float32Array) => Math.hypot(...other.map((share, at) => share - patch[at]!))
  const dim = far(eyePatch(draw([false, false], 0.5), face.landmarks, 36))
  expect(far(eyePatch(draw([true, true]), face.landmarks, 36))).toBeGreaterThan(10 * dim)
})
