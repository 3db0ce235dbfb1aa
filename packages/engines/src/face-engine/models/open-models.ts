import { isDeepStrictEqual } from 'node:util'
import type { Model } from './manifest.ts'
import { type ModelRole, modelRoles } from './model-roles.ts'
import { openNetwork } from './open-model.ts'
import type { ModelFile, ModelFiles } from './read-manifests.ts'

/**
 * Opens every model in the calling thread. Roles with the same file and input share one network. Throws the first error
 * when no model is being opened any more: the runtime aborts the process if the thread ends during an opening.
 */
export const openModels = async (
  files: ModelFiles,
  open: typeof openNetwork = openNetwork,
): Promise<Readonly<Record<ModelRole, Model>>> => {
  const networks: ModelFile[][] = []
  for (const role of modelRoles) {
    const shared = networks.find(([first]) => isOneNetwork(first!, files[role]))
    if (shared) shared.push(files[role])
    else networks.push([files[role]])
  }
  const openings = await Promise.allSettled(
    networks.map((shared) =>
      open(
        shared.map(({ manifest }) => manifest),
        shared[0]!.path,
      ),
    ),
  )
  const models = openings.map((opening) => {
    if (opening.status === 'rejected') throw opening.reason
    return opening.value
  })
  return Object.fromEntries(models.flat().map((model) => [model.manifest.role, model])) as Record<
    ModelRole,
    Model
  >
}

const isOneNetwork = (a: ModelFile, b: ModelFile): boolean =>
  a.path === b.path &&
  a.manifest.sha256 === b.manifest.sha256 &&
  isDeepStrictEqual(a.manifest.input, b.manifest.input)
