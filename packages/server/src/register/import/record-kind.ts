import type { PoolClient } from 'pg'
import type { Vault } from '../../storage/index.ts'
import type { WriteOutcome, WriteView } from '../write-view.ts'

/** By what a report calls a record. */
export type RecordName = { svc_id?: string; identifier?: string }

/** What an import file may hold: how a record of it is read, and how a group of them is written. */
export type RecordKind<Incoming extends object> = {
  name: 'citizens' | 'businesses'
  /** A record in the form of the register, or in one line why it cannot be. */
  read(value: unknown, nowMs: number): Incoming | { reason: string }
  nameOf(incoming: Incoming): RecordName
  /** Inside a transaction of `inRegisterTransaction`. */
  write(client: PoolClient, incoming: Incoming[], view: WriteView, vault: Vault): Promise<WriteOutcome>
}
