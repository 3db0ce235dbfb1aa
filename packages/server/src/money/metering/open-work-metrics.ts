import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

/** Work that was accepted and is not finished, of the whole installation. */
export const openWorkMetrics = (pool: pg.Pool): RegisterMetrics =>
  registerGauges(async () => {
    const { rows } = await pool.query<{ items: string; jobs: string }>(
      'select coalesce(sum(open_items), 0) as items, coalesce(sum(open_jobs), 0) as jobs from open_work',
    )
    return rows[0] ?? { items: '0', jobs: '0' }
  }, [
    {
      name: 'nani_open_work',
      help: 'Jobs and batch items that were accepted and are not finished.',
      labels: ['kind'],
      of: ({ items, jobs }) => [
        { value: Number(items), labels: { kind: 'item' } },
        { value: Number(jobs), labels: { kind: 'job' } },
      ],
    },
  ])
