import type pg from 'pg'
import { proposalsOfHome } from './proposal-store.ts'
import type { ProposedAct } from './proposals.ts'

/**
 * A step of two people in home, for an act in another database. If that fails, what was open before is open again, and what the step
 * proposed has ended.
 */
export const stepToTakeBack =
  <Result>(of: Pick<ProposedAct, 'act' | 'subject'>, step: (home: pg.PoolClient) => Promise<Result>) =>
  async (home: pg.PoolClient, ifFails?: (takeBack: (home: pg.PoolClient) => Promise<unknown>) => void) => {
    if (!ifFails) return step(home)
    const { open } = proposalsOfHome(home)
    const before = (await open(of))?.proposal_id ?? null
    const result = await step(home)
    const after = (await open(of))?.proposal_id ?? null
    if (after !== before) ifFails((later) => proposalsOfHome(later).takeBack({ before, after }))
    return result
  }
