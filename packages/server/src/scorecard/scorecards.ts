import { loadModel, type Scorecard } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import type pg from 'pg'
import { type ModelRole, readModelVersion, readRoles, storeReleaseModel } from './model-versions.ts'

/** The model that scores, and the one in shadow mode: it scores too, and its score is stored and never returned. */
export type Scorecards = { current(): { active: Scorecard; challenger: Scorecard | null } }

export type OpenScorecards = Scorecards & {
  /** Stores the model of the release, if it is not stored. */
  storeShipped(at: Date): Promise<void>
  /** Reads the decisions again. */
  refresh(): Promise<void>
  /** The model of a version, for a score that was calculated earlier. Null: the version is not stored. */
  ofVersion(version: string): Promise<Scorecard | null>
}

/** The models of this process. Until the first refresh, the model of the release is active. */
export const createScorecards = (database: Pick<pg.Pool, 'query'>): OpenScorecards => {
  const shipped = loadModel(shippedModel)
  let current: ReturnType<Scorecards['current']> = { active: shipped, challenger: null }

  const ofVersion = async (version: string): Promise<Scorecard | null> => {
    const known = [current.active, current.challenger, shipped].find((model) => model?.version === version)
    if (known) return known
    const model = await readModelVersion(database, version)
    return model && loadModel(model)
  }

  return {
    current: () => current,
    ofVersion,
    storeShipped: (at) => storeReleaseModel(database, shipped.model, at),
    refresh: async () => {
      const roles = await readRoles(database)
      const modelOf = async (role: ModelRole) => (roles[role] ? await ofVersion(roles[role]) : null)
      const [active, challenger] = [await modelOf('active'), await modelOf('challenger')]
      current = {
        active: active ?? shipped,
        challenger: challenger?.version === (active ?? shipped).version ? null : challenger,
      }
    },
  }
}
