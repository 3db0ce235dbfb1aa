import type { Environment } from '@nani/contract'
import { readManifests } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { readRules } from '../../app/installation-rules/index.ts'

/** Throws `model_not_ready` for production, while it may not use the models. */
export type RequireModels = (environment: Environment) => Promise<void>

type Needs = { pool: pg.Pool; isDemo(): Promise<boolean> }

/**
 * Production uses the built-in models only if the operator accepts that their training data is unknown. A demo accepts
 * it: it recognises no real people. The rule is read again for each face, so that it holds in every process at once.
 */
export const requireAcceptedModels = async (
  modelsDir: string | null,
  { pool, isDemo }: Needs,
): Promise<RequireModels> => {
  if ((await builtInRoles(modelsDir)).length === 0) return async () => {}
  return async (environment) => {
    if (environment === 'sandbox') return
    if ((await readRules(pool)).face_models_accepted || (await isDemo())) return
    throw new Refusal('model_not_ready', {}, { detail: 'the built-in face models are not accepted' })
  }
}

/** The roles for which no model of the operator is named. */
export const builtInRoles = async (modelsDir: string | null): Promise<string[]> =>
  Object.values(await readManifests(modelsDir))
    .filter(({ isBuiltIn }) => isBuiltIn)
    .map(({ manifest }) => manifest.role)
