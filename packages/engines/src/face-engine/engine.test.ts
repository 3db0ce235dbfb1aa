import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaceEngine } from './engine.ts'
import { openFaceEngine } from './open-engine.ts'

const path = (name: string) => join(import.meta.dirname, '../../../../examples/faces', `${name}.jpg`)
const file = (name: string) => readFile(path(name))
const portrait = (name = 'jean-pierre-enrolled') => sharp(path(name))
const svg = (inside: string) => Buffer.from(`<svg width="600" height="800">${inside}</svg>`)
const over = (inside: string) => portrait().composite([{ input: svg(inside) }])
const wall = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b8c4cc' } })
const within = async (small: Sharp, left: number, top: number, around: Sharp) =>
  around.composite([{ input: await small.png().toBuffer(), left, top }])

const controlled = { liveness: 'none' } as const
const served = () => 'served'
const codeOf = ({ code }: { code: string }) => code

describe('the engine', () => {
  let engine: FaceEngine
  beforeAll(async () => {
    engine = await openFaceEngine({ modelsDir: null, workers: 1, maxWaiting: 2 })
  })
  afterAll(() => engine.close())
  const refusal = (image: Uint8Array) => engine.analyse(image, controlled).then(served, (error) => error)
  const templateOf = async (image: Uint8Array) => (await engine.analyse(image, controlled)).template

  test('makes a template of length 1 that has the id of its model, and is most similar to itself', async () => {
    const { template, quality, bystanders, liveness } = await engine.analyse(
      await file('jean-pierre-enrolled'),
      controlled,
    )
    expect(template.modelId).toBe(engine.modelId)
    expect(Math.hypot(...template.vector)).toBeCloseTo(1, 5)
    expect(engine.similarity(template, template)).toBeCloseTo(1, 4)
    expect(quality.filter(({ problem }) => problem)).toEqual([])
    expect({ bystanders, liveness }).toEqual({ bystanders: 0, liveness: null })
  })

  test('spec/face#face-outcomes: two photographs of one person match, and those of two people do not', async () => {
    const [one, again] = [
      await templateOf(await file('jean-pierre-enrolled')),
      await templateOf(await file('jean-pierre-today')),
    ]
    const [other, otherAgain] = [
      await templateOf(await file('beatrice-enrolled')),
      await templateOf(await file('beatrice-today')),
    ]
    expect(engine.similarity(one, again)).toBeGreaterThan(0.95)
    expect(engine.similarity(other, otherAgain)).toBeGreaterThan(0.95)
    for (const a of [one, again]) {
      for (const b of [other, otherAgain]) expect(engine.similarity(a, b)).toBeLessThan(0.8)
    }
  })

  test.each([
    ['jean-pierre-enrolled', 'served'],
    ['jean-pierre-today', 'served'],
    ['beatrice-enrolled', 'served'],
    ['beatrice-today', 'served'],
    ['two-people', 'multiple_faces_detected'],
    ['photo-of-a-screen', 'liveness_failed'],
    ['photo-of-a-card', 'liveness_failed'],
  ])('examples/faces/%s, by default: %s', async (name, expected) => {
    const answer = engine.analyse(await file(name), { liveness: 'passive' }).then(served, codeOf)
    expect(await answer).toBe(expected)
  })

  test('finds the same face in another size, position and file format', async () => {
    const smaller = await within(portrait().resize(420), 250, 40, wall(900, 700))
    const again = await templateOf(await smaller.png().toBuffer())
    expect(engine.similarity(await templateOf(await file('jean-pierre-enrolled')), again)).toBeGreaterThan(
      0.97,
    )
  })

  test('spec/face#image: two people are refused, and a distant person in the background is accepted', async () => {
    expect(await refusal(await file('two-people'))).toMatchObject({ code: 'multiple_faces_detected' })
    const behind = await within(portrait('beatrice-enrolled').resize(150), 740, 100, wall(900, 800))
    const front = await within(portrait(), 100, 0, sharp(await behind.png().toBuffer()))
    expect(await engine.analyse(await front.jpeg().toBuffer(), controlled)).toMatchObject({ bystanders: 1 })
  })

  const crowd = async (across: number, side: number) => {
    const facePixels = side / across
    const input = await portrait().resize(facePixels, facePixels, { fit: 'cover' }).png().toBuffer()
    return wall(side, side)
      .composite([{ input, tile: true }])
      .jpeg()
      .toBuffer()
  }
  test('hundreds of faces are several, and a million are too small to be detected', async () => {
    expect(await refusal(await crowd(16, 1_920))).toMatchObject({ code: 'multiple_faces_detected' })
    expect(await refusal(await crowd(1_000, 5_000))).toMatchObject({ code: 'no_face_detected' })
  })

  test('an observation also compares a photograph that the service refuses, and reports the refusal', async () => {
    const small = await engine.observe(await portrait().resize(240).jpeg().toBuffer())
    expect(small.refusal).toMatchObject({ context: { problems: ['image_too_small'] } })
    const template = await templateOf(await file('jean-pierre-enrolled'))
    expect(engine.similarity(template, small.template)).toBeGreaterThan(0.9)
    const several = await engine.observe(await file('two-people'))
    expect(several.refusal).toMatchObject({ code: 'multiple_faces_detected' })
    expect((await engine.observe(await file('beatrice-today'))).refusal).toBeNull()
    const faceless = engine.observe(await wall(640, 800).png().toBuffer())
    await expect(faceless).rejects.toMatchObject({ code: 'no_face_detected' })
  })

  test('no face in the picture: no_face_detected; too dark to decide: image_quality_insufficient', async () => {
    expect(await refusal(await wall(640, 800).jpeg().toBuffer())).toMatchObject({ code: 'no_face_detected' })
    expect(await refusal(await portrait().linear(0.03, 0).png().toBuffer())).toMatchObject({
      context: { problems: ['underexposed'] },
    })
  })

  const mask = '<rect x="190" y="425" width="220" height="170" rx="30" fill="#7fb2d6"/>'
  const glasses =
    '<g fill="#101010"><ellipse cx="232" cy="372" rx="62" ry="46"/><ellipse cx="372" cy="372" rx="62" ry="46"/><rect x="280" y="355" width="40" height="12"/></g>'
  test.each([
    ['image_too_small', () => portrait().resize(479, 639)],
    ['blurred', () => portrait().blur(14)],
    ['underexposed', () => portrait().linear(0.15, 0)],
    ['overexposed', () => portrait().linear(2.2, 60)],
    ['face_occluded', () => over(mask)],
    ['face_occluded', () => over(glasses)],
    ['not_facing_camera', () => portrait().rotate(40, { background: '#8d9299' })],
    ['face_too_small', () => within(portrait().resize(80), 200, 200, wall(480, 640))],
  ])('image_quality_insufficient (spec/errors#codes-of-images-and-files): %s', async (problem, spoil) => {
    const found = await refusal(await (await spoil()).png().toBuffer())
    expect(found).toMatchObject({ code: 'image_quality_insufficient' })
    expect(found.context.problems).toContain(problem)
  })

  test('excessive compression is found in the tables, and still after the picture is saved again', async () => {
    const coarse = await portrait().jpeg({ quality: 8 }).toBuffer()
    for (const image of [coarse, await sharp(coarse).png().toBuffer()]) {
      expect((await refusal(image)).context?.problems).toContain('compressed')
    }
  })

  test('a file that is not a photograph is invalid_request with the field', async () => {
    expect(await refusal(new Uint8Array())).toMatchObject({
      code: 'invalid_request',
      context: { field: 'image', reason: 'must be a JPEG or PNG image' },
    })
  })

  test('requests beyond the queue limit are refused as overloaded, and the others are served', async () => {
    const image = await file('jean-pierre-enrolled')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => engine.analyse(image, controlled).then(served, codeOf)),
    )
    expect(answers.filter((answer) => answer === 'served')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'overloaded')).toHaveLength(5)
  })

  test('templates of different models are never compared', async () => {
    const template = await templateOf(await file('jean-pierre-enrolled'))
    expect(() => engine.similarity(template, { ...template, modelId: 'another' })).toThrow(
      /cannot be compared/,
    )
  })
})
