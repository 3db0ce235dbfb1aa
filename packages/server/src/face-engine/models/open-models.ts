import { isDeepStrictEqual } from 'node:util'
import type { Model } from './manifest.ts'
import { type ModelRole, modelRoles } from './model-roles.ts'
import { openNetwork } from './open-model.ts'
import type { ModelFile, ModelFiles } from './read-manifests.ts'

/** Opens every model in the calling thread. Roles with the same file and input share one network. */
export const openModels = async (files: ModelFiles): Promise<Readonly<Record<ModelRole, Model>>> => {
  const networks: ModelFile[][] = []
  for (const role of modelRoles) {
    const shared = networks.find(([first]) => isOneNetwork(first!, files[role]))
    if (shared) shared.push(files[role])
    else networks.push([files[role]])
  }
  const models = await Promise.all(
    networks.map((shared) =>
      openNetwork(
        shared.map(({ manifest }) => manifest),
        shared[0]!.path,
      ),
    ),
  )
  return Object.fromEntries(models.flat().map((model) => [model.manifest.role, model])) as Record<
    ModelRole,
    Model
  >
}

const isOneNetwork = (a: ModelFile, b: ModelFile): boolean =>
  a.path === b.path &&
  a.manifest.sha256 === b.manifest.sha256 &&
  isDeepStrictEqual(a.manifest.input, b.manifest.input)
