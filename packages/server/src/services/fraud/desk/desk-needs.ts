import type { Actor, fairLimiter, OperatorRole } from '@nani/foundation/core/index.ts'
import type { Reads } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Databases, homeAlone } from '../../../gateway/acts/index.ts'
import type { ScanFile } from './evidence/scan-file.ts'
import type { FalseReportBound } from './false-report-bound.ts'
import type { DeskDependencies } from './perform-act.ts'

/** Takes Fraud Reporting from an application, in the transaction of an act. The applications belong to a higher module. */
export type SuspendReporting = (
  client: pg.PoolClient,
  suspension: { applicationId: string; reason: string; actor: Actor },
) => Promise<boolean>

/** What the use cases of the desk need. */
export type Desk = DeskDependencies & {
  /** Where statistics are read. Absent: in the pool of all reads. */
  reads?: Reads
  /** The databases that can have cases, home first. Absent: that of the pool alone. */
  databases?: Databases
  /** Null: the installation has no scanner for malware. */
  scanFile: ScanFile | null
  /** The turns of views of evidence. Each holds a file and its rendering in memory. */
  viewInTurn: ReturnType<typeof fairLimiter>
  falseReportBound: FalseReportBound
  suspendReporting: SuspendReporting
}

/** The roles that change cases. */
export const investigators = ['investigator', 'supervisor'] as const satisfies readonly OperatorRole[]

/** The roles that read cases. An auditor reads everything and changes nothing. */
export const readers = ['investigator', 'supervisor', 'auditor'] as const satisfies readonly OperatorRole[]

/** The databases that lists and statistics of cases ask. */
export const databasesOfCases = ({ databases, pool }: Pick<Desk, 'databases' | 'pool'>) =>
  databases?.() ?? homeAlone(pool)
