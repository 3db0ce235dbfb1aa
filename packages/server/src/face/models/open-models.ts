import { type Model, type ModelRole, modelRoles } from './manifest.ts'
import { openModel } from './open-model.ts'
import type { ModelFiles } from './read-manifests.ts'

/** Every model, opened for the thread that calls. */
export const openModels = async (files: ModelFiles): Promise<Readonly<Record<ModelRole, Model>>> =>
  Object.fromEntries(
    await Promise.all(
      modelRoles.map(async (role) => [role, await openModel(files[role].manifest, files[role].path)]),
    ),
  )
