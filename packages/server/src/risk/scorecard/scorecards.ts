import type { Database } from '@nani/foundation/storage/index.ts'
import { basisOf, loadModel, type Scorecard } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { type ModelRole, readModelVersion, readRoles, storeReleaseModel } from './model-versions.ts'

/** The model that scores, and the one in shadow mode: it scores too, and its score is stored and never returned. */
export type Scorecards = {
  current(): {
    active: Scorecard
    challenger: Scorecard | null
    /** Whether the active model may score in production (spec/credit#model-of-production). */
    isReady: boolean
  }
}

export type OpenScorecards = Scorecards & {
  /** Stores the model of the release, if it is not stored. */
  storeShipped(at: Date): Promise<void>
  /** Reads the decisions again. */
  refresh(): Promise<void>
  /** The model of a version, for a score that was calculated earlier. Null: the version is not stored. */
  ofVersion(version: string): Promise<Scorecard | null>
}

/** Whether the installation is a demo now, and of what. */
export type Demo = 'none' | 'sandbox' | 'production'

/**
 * The models of this process. Until the first refresh, the model of the release is active. A demo counts decisions of one
 * account, and a demo of production accepts the generated model. Both end with the demo.
 */
export const createScorecards = (
  database: Database,
  demoNow: () => Promise<Demo> = async () => 'none',
): OpenScorecards => {
  const shipped = loadModel(shippedModel)
  let current: ReturnType<Scorecards['current']> = {
    ...{ active: shipped, challenger: null, isReady: false },
  }

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
      const demo = await demoNow()
      const roles = await readRoles(database, { ofOneAccount: demo !== 'none' })
      const modelOf = async (role: ModelRole) => (roles[role] ? await ofVersion(roles[role].version) : null)
      const [decided, challenger] = [await modelOf('active'), await modelOf('challenger')]
      const active = decided ?? shipped
      const isAccepted = demo === 'production' || (decided !== null && roles.active?.isAccepted === true)
      current = {
        active,
        challenger: challenger?.version === active.version ? null : challenger,
        isReady: isAccepted || basisOf(active.model) !== 'generated',
      }
    },
  }
}
