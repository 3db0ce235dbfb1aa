import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { flushDenormals } from './flush-denormals.ts'
import type { Model, ModelManifest } from './manifest.ts'
import { selectOutputs } from './select-outputs.ts'

/** One thread: several models share a machine by several workers, and who takes all cores slows every other call. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  executionProviders: ['cpu'],
  // Warnings are about how a model was exported; errors are thrown.
  logSeverityLevel: 3,
}

/** Opens a model for the thread that calls. Throws when the file is not the one that the manifest names. */
export const openModel = async (manifest: ModelManifest, path: string): Promise<Model> => {
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== manifest.sha256) {
    throw new Error(`the model ${manifest.id} is not the file of its manifest: ${path} has sha256 ${sha256}`)
  }
  flushDenormals(bytes)
  const session = await openSession(manifest, bytes)
  const { input, outputs } = manifest
  const shape = [1, input.channels === 'grey' ? 1 : 3, input.height, input.width]
  return {
    manifest,
    async run(tensor) {
      const results = await session.run({ [input.name]: new Tensor('float32', tensor, shape) }, [...outputs])
      return outputs.map((name) => results[name]!.data as Float32Array)
    },
  }
}

const openSession = async ({ id, input, outputs }: ModelManifest, bytes: Uint8Array) => {
  const session = await InferenceSession.create(bytes, sessionOptions)
  if (!session.inputNames.includes(input.name)) throw new Error(`the model ${id} has no input ${input.name}`)
  if (outputs.every((name) => session.outputNames.includes(name))) return session
  await session.release()
  return InferenceSession.create(selectOutputs(bytes, outputs), sessionOptions)
}
