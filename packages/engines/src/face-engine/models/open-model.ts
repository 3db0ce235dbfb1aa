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
  // A plan of the memory would need a block of its own, next to what the first photograph took: 15 MB in each thread.
  enableMemPattern: false,
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
  const outputs = [...new Set(manifests.flatMap((manifest) => manifest.outputs))]
  const selected = selectOutputs(bytes, outputs)
  const session = await InferenceSession.create(selected, sessionOptions).finally(() => {
    for (const model of new Set([bytes, selected])) free(model)
  })
  for (const { id, input } of manifests) {
    if (!session.inputNames.includes(input.name))
      throw new Error(`the model ${id} has no input ${input.name}`)
  }
  return session
}

/**
 * The runtime has its own copy of a model. A thread that waits for photographs allocates nothing, so that its garbage would stay:
 * 35 MB in each.
 */
const free = ({ buffer, byteLength }: Uint8Array): void => {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  if (isWhole) buffer.transfer(0)
}
