import { systemClock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { type ListedAct, listActs } from '../gateway/acts/index.ts'

/** The acts on an object, the newest first, as an auditor reads them. */
export const actsOf = (pool: pg.Pool, subject?: string, limit = 100): Promise<ListedAct[]> =>
  listActs(
    { kind: 'system', task: 'test' },
    { ...(subject !== undefined && { subject }), limit },
    { pool, clock: systemClock },
  )
