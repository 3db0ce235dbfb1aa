import type pg from 'pg'
import { type ListedAct, listActs } from '../acts/index.ts'
import { systemClock } from '../core/index.ts'

/** The acts on an object, the newest first, as an auditor reads them. */
export const actsOf = (pool: pg.Pool, subject?: string, limit = 100): Promise<ListedAct[]> =>
  listActs(
    { kind: 'system', task: 'test' },
    { ...(subject !== undefined && { subject }), limit },
    { pool, clock: systemClock },
  )
