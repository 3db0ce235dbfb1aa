import { expect, test } from 'vitest'
import type { Face } from '../engine.ts'
import type { DecodedImage } from '../image/decoded-image.ts'
import type { Model, ModelManifest } from '../models/manifest.ts'
import { openModel } from '../models/open-model.ts'
import { readManifests } from '../models/read-manifests.ts'
import { toTensor } from '../models/tensor.ts'
import { askModel, readLayers } from './ask-model.ts'
import { combine } from './combine.ts'
import combiner from './combiner.json' with { type: 'json' }
import { gatherCues, openLiveness } from './index.ts'
import { summarise } from './summarise.ts'

const width = 640
const height = 800
const photograph = (colour: (x: number, y: number) => readonly number[]): DecodedImage => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3)
    return colour(pixel % width, Math.floor(pixel / width))[at % 3]!
  }),
  format: 'jpeg',
  stored: { width, height },
  scale: 1,
  jpegQuality: 92,
})
const face = { box: { left: 220, top: 280, width: 200, height: 240 }, confidence: 1 } as Face
const person = (x: number, y: number) =>
  Math.hypot((x - 320) / 100, (y - 400) / 120) < 1
    ? [195 - x / 20, 140 - x / 20, 112]
    : [70 + 30 * Math.sin(x / 150), 90, 60 + 20 * Math.sin(y / 170)]
/** The same person on a sheet on a table, with a wave of ink over it. */
const printed = (x: number, y: number) =>
  Math.abs(x - 320) < 180 && Math.abs(y - 400) < 220
    ? person(x, y).map((value) => 50 + 0.6 * value + 10 * Math.sin(x + 0.8 * y))
    : [160, 158, 150]

const input = { name: 'input', width: 8, height: 8, channels: 'bgr', mean: [0, 0, 0], deviation: [1, 1, 1] }
const model = (answer: readonly number[], seen: Float32Array[] = []): Model => {
  const run = async (tensor: Float32Array) => {
    seen.push(tensor)
    return [Float32Array.from(answer)]
  }
  const manifest = { input } as unknown as ModelManifest
  return { manifest, run, runOnImage: (image) => run(toTensor(image, manifest.input)) }
}

test('a person passes, and a picture of the same person does not', async () => {
  const check = openLiveness({ liveness: model([8, 0, 0]) })
  const live = await check(photograph(person), face)
  const attack = await check(photograph(printed), face)
  expect(live.passed).toBe(true)
  expect(attack.passed).toBe(false)
  expect(attack.score).toBeLessThan(live.score)
  for (const { score } of [live, attack]) {
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  }
})

test('a higher confidence of the model gives a higher score; a face at the edge of the picture is no error', async () => {
  const scores: number[] = []
  for (const live of [-10, 0, 10]) {
    scores.push((await openLiveness({ liveness: model([live, 0, 0]) })(photograph(person), face)).score)
  }
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  expect(scores[2]).toBeGreaterThan(scores[0]!)
  const edge = { ...face, box: { left: -60, top: 700, width: 200, height: 240 } }
  expect(
    (await openLiveness({ liveness: model([1, 0, 0]) })(photograph(person), edge)).score,
  ).toBeGreaterThan(0)
})

test('the model receives 2.7 times the face in blue, green, red, without the black bars of the file', async () => {
  const seen: Float32Array[] = []
  const padded = photograph((x) => (x < 100 ? [0, 0, 0] : [200, 100, 50]))
  const square = { left: 160, top: 300, width: 200, height: 200 }
  await askModel(model([0, 0, 0], seen), padded, { left: 102, top: 0, width: width - 102, height }, square)
  const [tensor] = seen
  const inMiddle = 36
  expect([0, 64, 128].map((plane) => tensor![plane + inMiddle])).toEqual([50, 100, 200])
  // The first pixels are averaged with the bar, but none is black.
  expect(Math.min(...tensor!)).toBeGreaterThan(20)
})

test('the odds of a live face are bounded, whatever the confidence of a model', async () => {
  const content = { left: 0, top: 0, width, height }
  const image = photograph(person)
  const oddsOf = async (answer: readonly number[]) =>
    (await askModel(model(answer), image, content, face.box)).odds
  expect(await oddsOf([900, -900, 0])).toBe(12)
  expect(await oddsOf([-900, 900, 0])).toBe(-12)
  expect(await oddsOf([0, 0, 0])).toBeCloseTo(-Math.log(2))
})

test('the combined cues are the measured cues', async () => {
  const { cues } = await gatherCues(model([0, 0, 0]), photograph(person), face)
  expect(Object.keys(combiner.cues).toSorted()).toEqual(Object.keys(cues).toSorted())
  for (const value of Object.values(cues)) expect(value).toBeTypeOf('number')
})

test('a map becomes the mean and deviation of its channels; a layer with one number for each channel is unchanged', () => {
  const map = Float32Array.of(1, 3, 5, 5)
  expect([...summarise([map, Float32Array.of(7, 8)], [2, 2])]).toEqual([2, 1, 5, 0, 7, 8])
})

test('the probe combines the outputs of the layers, within bounds; without a probe the odds are those of the model', () => {
  const opinion = { odds: 3, layers: Float32Array.of(2, 1) }
  const withProbe = (weights: number[], bias: number) => {
    const manifest = { input, layers: { channels: [1], weights, bias } } as unknown as ModelManifest
    return { ...model([]), manifest }
  }
  expect(readLayers(withProbe([1.5, -1], 0.25), opinion)).toBe(2.25)
  expect(readLayers(withProbe([100, 0], 0), opinion)).toBe(12)
  expect(readLayers(withProbe([0, -100], 0), opinion)).toBe(-12)
  expect(readLayers(model([]), opinion)).toBe(3)
})

test('the probe of the built-in model has a weight for each number of its layers', async () => {
  const { manifest, path } = (await readManifests(null)).liveness
  const network = await openModel(manifest, path)
  const content = { left: 0, top: 0, width, height }
  const opinion = await askModel(network, photograph(person), content, face.box)
  expect(manifest.layers?.weights).toHaveLength(opinion.layers.length)
  expect(manifest.layers?.channels).toHaveLength(manifest.outputs.length - 1)
  expect(readLayers(network, opinion)).not.toBe(opinion.odds)
})

test('in the included weights, more border, waves or blue never raises the score', () => {
  const { model, ...measured } = combiner.cues
  for (const [cue, { heights }] of Object.entries(measured)) {
    expect(heights, cue).toEqual(heights.toSorted((a, b) => b - a))
  }
  const { heights } = model
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
})

test('a step applies up to its threshold, the last one beyond all; a cue without a measure is an error', () => {
  const steps = { bias: 0, cues: { blue: { thresholds: [1, 2], heights: [0, -1, -3] } } }
  const logit = (blue: number) => {
    const score = combine(steps, { blue })
    return Math.log(score / (1 - score))
  }
  expect([0, 1, 1.5, 2, 2.1].map((value) => Math.round(logit(value)))).toEqual([0, 0, -1, -1, -3])
  expect(() => combine(steps, {})).toThrow('blue')
})
