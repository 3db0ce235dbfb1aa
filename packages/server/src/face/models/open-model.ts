import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { flushDenormals } from './flush-denormals.ts'
import type { Model, ModelManifest } from './manifest.ts'

/**
 * Opens a model on one thread of its own worker: several models share a machine by several workers, and one that
 * takes all cores for itself slows every other call. Throws when the file is not the one that the manifest names.
 */
export const openModel = async (manifest: ModelManifest, path: string): Promise<Model> => {
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== manifest.sha256) {
    throw new Error(`the model ${manifest.id} is not the file of its manifest: ${path} has sha256 ${sha256}`)
  }
  flushDenormals(bytes)
  const session = await InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    executionProviders: ['cpu'],
    // What a model asks for that this machine has not is told by the error; warnings are about the models' authors.
    logSeverityLevel: 3,
  })
  const { input, outputs } = manifest
  const missing = [
    ...(session.inputNames.includes(input.name) ? [] : [input.name]),
    ...outputs.filter((name) => !session.outputNames.includes(name)),
  ]
  if (missing.length > 0) throw new Error(`the model ${manifest.id} has no ${missing.join(', ')}`)
  const shape = [1, input.channels === 'grey' ? 1 : 3, input.height, input.width]
  return {
    manifest,
    async run(tensor) {
      const results = await session.run({ [input.name]: new Tensor('float32', tensor, shape) }, [...outputs])
      return outputs.map((name) => results[name]!.data as Float32Array)
    },
  }
}
