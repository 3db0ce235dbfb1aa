import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { RgbImage } from '../image/decoded-image.ts'
import { flushDenormals } from './flush-denormals.ts'
import type { Model, ModelManifest } from './manifest.ts'
import { readModelFile } from './read-model-file.ts'
import { selectOutputs } from './select-outputs.ts'
import { toTensor } from './tensor.ts'

/** One thread. Several workers share the machine, and a model on all cores would slow every other call. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  executionProviders: ['cpu'],
  // Warnings concern the export of a model. Errors are thrown.
  logSeverityLevel: 3,
}

/** Opens a model in the calling thread. Throws if the file differs from the manifest. */
export const openModel = async (manifest: ModelManifest, path: string): Promise<Model> =>
  (await openNetwork([manifest], path))[0]!

/**
 * One network for all its roles: the occlusion features are computed on the way to the template. The manifests name
 * the same file and the same input.
 */
export const openNetwork = async (manifests: readonly ModelManifest[], path: string): Promise<Model[]> => {
  const bytes = await readModelFile(manifests, path)
  flushDenormals(bytes)
  const { input } = manifests[0]!
  const shape = [1, input.channels === 'grey' ? 1 : 3, input.height, input.width]
  const session = await openSession(manifests, bytes)
  const run = (tensor: Float32Array, outputs: readonly string[]) =>
    session.run({ [input.name]: new Tensor('float32', tensor, shape) }, [...outputs])
  const all = [...new Set(manifests.flatMap(({ outputs }) => outputs))]
  const seen = new WeakMap<RgbImage, ReturnType<typeof run>>()
  const runOnImage = (image: RgbImage) => {
    const results = seen.get(image) ?? run(toTensor(image, input), all)
    seen.set(image, results)
    return results
  }
  return manifests.map((manifest) => ({
    manifest,
    run: async (tensor) => pick(await run(tensor, manifest.outputs), manifest.outputs),
    runOnImage: async (image) => pick(await runOnImage(image), manifest.outputs),
  }))
}

const pick = (results: InferenceSession.OnnxValueMapType, outputs: readonly string[]) =>
  outputs.map((name) => results[name]!.data as Float32Array)

const openSession = async (manifests: readonly ModelManifest[], bytes: Uint8Array) => {
  const session = await InferenceSession.create(bytes, sessionOptions)
  for (const { id, input } of manifests) {
    if (!session.inputNames.includes(input.name))
      throw new Error(`the model ${id} has no input ${input.name}`)
  }
  const outputs = [...new Set(manifests.flatMap((manifest) => manifest.outputs))]
  if (outputs.every((name) => session.outputNames.includes(name))) return session
  await session.release()
  return InferenceSession.create(selectOutputs(bytes, outputs), sessionOptions)
}
