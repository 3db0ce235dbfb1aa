import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFaceEngine } from '../open-engine.ts'
import { flushDenormals } from './flush-denormals.ts'
import { openModel, openNetwork } from './open-model.ts'
import { openModels } from './open-models.ts'
import { readManifests } from './read-manifests.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'nani-models-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const builtIn = await readManifests(null)
const inDirectory = async (name: string, manifest: unknown) => {
  const own = await mkdtemp(join(directory, `${name}-`))
  await writeFile(join(own, `${name}.json`), JSON.stringify(manifest))
  return own
}

test('every role has a model with the file and licence of its manifest', async () => {
  for (const { manifest, path } of Object.values(builtIn)) {
    const model = await openModel(manifest, path)
    const { width, height, channels } = manifest.input
    const outputs = await model.run(new Float32Array(width * height * (channels === 'grey' ? 1 : 3)))
    expect(outputs).toHaveLength(manifest.outputs.length)
    expect(manifest.licence.name).not.toBe('')
  }
})

test('an operator adds a recogniser with a manifest only, and its templates carry its id', async () => {
  const { manifest, path } = builtIn.recogniser
  const own = await inDirectory('mine', { ...manifest, id: 'mine-1', file: './mine.onnx' })
  await cp(path, join(own, 'mine.onnx'))
  const files = await readManifests(own)
  expect(files.recogniser).toMatchObject({ manifest: { id: 'mine-1' }, path: join(own, 'mine.onnx') })
  expect(files.detector).toEqual(builtIn.detector)
})

test('the engine does not start if a file differs from its manifest', async () => {
  const { manifest } = builtIn.eyes
  const own = await inDirectory('forged', { ...manifest, sha256: '0'.repeat(64) })
  await expect(openFaceEngine({ modelsDir: own, workers: 1 })).rejects.toThrow(/not the file of its manifest/)
})

test('the error of a model is thrown when no other model is being opened any more', async () => {
  const detector = Promise.withResolvers<void>()
  const events: string[] = []
  const opened = openModels(builtIn, async (manifests, path) => {
    if (manifests[0]!.role === 'eyes') throw new Error('the model of the eyes is refused')
    if (manifests[0]!.role === 'detector') await detector.promise
    const models = await openNetwork(manifests, path)
    events.push(manifests[0]!.role)
    return models
  }).catch((error: Error) => events.push(error.message))
  await new Promise(setImmediate)
  detector.resolve()
  await opened
  expect(events).toContain('detector')
  expect(events.at(-1)).toBe('the model of the eyes is refused')
})

test('an incomplete manifest is refused with its name', async () => {
  const { sha256: _, ...unsigned } = builtIn.pose.manifest
  await expect(readManifests(await inDirectory('unsigned', unsigned))).rejects.toThrow(/unsigned\.json/)
  const { calibration: __, ...uncalibrated } = builtIn.recogniser.manifest
  await expect(readManifests(await inDirectory('plain', uncalibrated))).rejects.toThrow(/calibration/)
  const falling = [
    { cosine: 0, similarity: 0.5 },
    { cosine: 0.5, similarity: 0.4 },
  ]
  const manifest = { ...builtIn.recogniser.manifest, calibration: falling }
  await expect(readManifests(await inDirectory('falling', manifest))).rejects.toThrow(/rises/)
})

test('tiny weights are set to zero, once, and no others', async () => {
  const bytes = await readFile(builtIn.recogniser.path)
  const before = Buffer.from(bytes)
  expect(flushDenormals(bytes)).toBe(176_911)
  expect(flushDenormals(bytes)).toBe(0)
  expect(bytes).toHaveLength(before.length)
  const other = await readFile(builtIn.detector.path)
  expect(flushDenormals(other)).toBe(0)
})

test('an invalid or truncated model is refused', () => {
  const broken = Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3])
  expect(() => flushDenormals(broken)).toThrow(/not an ONNX model/)
  expect(() => flushDenormals(Buffer.from([0xff, 0xff]))).toThrow(/not an ONNX model/)
})
