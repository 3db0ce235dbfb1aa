import type { Vault } from '@nani/foundation/storage/index.ts'
import type { PoolClient } from 'pg'
import type { CitizensOutcome, WriteOutcome, WriteView } from '../register/index.ts'

/** The name of a record in a report. */
export type RecordName = { svc_id?: string; identifier?: string }

/** How the cells of a CSV file become the fields of a record. */
export type CsvForm = {
  /** The first part of the name of each allowed column. */
  fields: ReadonlySet<string>
  /** The value of a cell with text, or in words what is wrong with it. */
  cellValue(name: string, path: readonly string[], cell: string): unknown | { wrongCell: string }
}

/** `lost` exists for citizens only. */
type KindOutcome = WriteOutcome & Partial<Pick<CitizensOutcome, 'lost'>>

/** A kind of record in import files: how a record is read, and how a group is written. */
export type RecordKind<Incoming extends object> = {
  name: 'citizens' | 'businesses' | 'credit records'
  /** Null: files of this kind are NDJSON only. */
  csv: CsvForm | null
  /** A record in the form of the register, or one line with the reason of the refusal. */
  read(value: unknown, nowMs: number): Incoming | { reason: string }
  nameOf(incoming: Incoming): RecordName
  /** Runs in a transaction of `inRegisterTransaction`. */
  write(client: PoolClient, incoming: Incoming[], view: WriteView, vault: Vault): Promise<KindOutcome>
}
