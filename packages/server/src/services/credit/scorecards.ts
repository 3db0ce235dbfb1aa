import { loadModel, type Scorecard } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }

/** The model that scores, and the one in shadow mode: it scores too, and its score is stored and never returned. */
export type Scorecards = { current(): { active: Scorecard; challenger: Scorecard | null } }

/** The model of the release. */
export const shippedScorecards = (): Scorecards => {
  const active = loadModel(shippedModel)
  return { current: () => ({ active, challenger: null }) }
}
