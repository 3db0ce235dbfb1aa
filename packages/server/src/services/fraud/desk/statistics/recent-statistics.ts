import type { Environment } from '@nani/contract'
import type { Desk } from '../desk-needs.ts'
import { type CaseStatistics, caseStatistics } from './case-statistics.ts'

type Kept = { atMs: number; statistics: Promise<CaseStatistics> }
const keptOf = new WeakMap<Desk['vaults'], Map<Environment | null, Kept>>()

/** The statistics read every case. A desk that keeps them reads them once for all people who ask within that time. */
export const recentStatistics = async (
  { pool, reads, vaults, clock, keepsStatisticsMs = 0 }: Desk,
  environment: Environment | null,
): Promise<CaseStatistics> => {
  const nowMs = clock.now()
  const read = () => caseStatistics(reads?.pool ?? pool, environment, new Date(nowMs))
  if (keepsStatisticsMs === 0) return read()
  const kept = keptOf.get(vaults) ?? new Map<Environment | null, Kept>()
  keptOf.set(vaults, kept)
  const known = kept.get(environment)
  if (known && nowMs - known.atMs < keepsStatisticsMs) return known.statistics
  const statistics = read()
  kept.set(environment, { atMs: nowMs, statistics })
  statistics.catch(() => kept.delete(environment))
  return statistics
}
