import type { Billing } from '../billing/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { createCommit } from './commit.ts'

export const commitModule = defineModule({
  name: 'commit',
  open({ pool, billing }: Pick<Platform, 'pool'> & { billing: Billing }) {
    return { provides: { commit: createCommit(pool, billing) } }
  },
})
