import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Billing } from '../../money/billing/index.ts'
import { createCommit } from './commit.ts'

export const commitModule = defineModule({
  name: 'commit',
  open({ pool, billing }: Pick<Platform, 'pool'> & { billing: Billing }) {
    return { provides: { commit: createCommit(pool, billing) } }
  },
})
