import type { OperatorRole } from '../../../core/index.ts'
import type { DeskDependencies } from './perform-act.ts'
import type { ScanFile } from './scan-file.ts'

/** What the use cases of the desk need. */
export type Desk = DeskDependencies & {
  /** Null: the installation has no scanner for malware. */
  scanFile: ScanFile | null
}

/** The roles that change cases. */
export const investigators = ['investigator', 'supervisor'] as const satisfies readonly OperatorRole[]

/** The roles that read cases. An auditor reads everything and changes nothing. */
export const readers = ['investigator', 'supervisor', 'auditor'] as const satisfies readonly OperatorRole[]
