import { isDemo } from '@nani/server/organizations/organizations/index.ts'
import { createScorecards, type OpenScorecards } from '@nani/server/risk/scorecard/index.ts'
import type { Installation } from './installation.ts'

/** The models that score, as the processes of the installation see them. A command calls no production. */
export const scorecardsOf = (installation: Installation): OpenScorecards =>
  createScorecards(installation.pool, async () => ((await isDemo(installation)) ? 'sandbox' : 'none'))
