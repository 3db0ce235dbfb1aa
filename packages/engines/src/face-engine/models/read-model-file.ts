import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ModelManifest } from './manifest.ts'

/** The bytes of a model. Throws if the file differs from a manifest that names it. */
export const readModelFile = async (manifests: readonly ModelManifest[], path: string): Promise<Buffer> => {
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stranger = manifests.find((manifest) => manifest.sha256 !== sha256)
  if (stranger)
    throw new Error(`the model ${stranger.id} is not the file of its manifest: ${path} has sha256 ${sha256}`)
  return bytes
}
