import { type Identifier, settleSpelling } from '@nani/contract'
import type { Pool, QueryConfig } from 'pg'
import { coalesce, Refusal } from '../core/index.ts'
import { asAnswerableRefusal, isDatabaseFault, type Vault } from '../storage/index.ts'
import { type BusinessRow, businessColumns, businessOfRow } from './business-row.ts'
import { type CitizenRow, citizenColumns, citizenOfRow } from './citizen-row.ts'
import type { Citizen, Register, RegisterView } from './register.ts'

export type PostgresRegisterOptions = {
  pool: Pool
  /** Opens the sealed bytes of `register_files`. */
  vault: Vault
  /** A statement that takes longer gives its connection up. */
  statementTimeoutMs?: number
  /** Groups of reads under way at once; together they may hold this many connections of the pool. */
  maxInFlight?: number
  /** Reads in one statement. */
  maxGroup?: number
  /** Reads that may wait; past it a call is refused as `overloaded`. */
  maxWaiting?: number
}

type Seen = { row: CitizenRow; citizen: Citizen }
type DocumentRow = CitizenRow & { held_type: string; held_number: string }

const bySvcId = `SELECT ${citizenColumns.join(', ')} FROM citizens WHERE svc_id = ANY($1)`

// The numbers are resolved first, as a set of their own, so that the statement distributes as well.
const byDocument = `
  WITH held AS MATERIALIZED (
    SELECT type AS held_type, number AS held_number, svc_id FROM document_numbers
    WHERE number = ANY($1) AND type = ANY($2)
  )
  SELECT held_type, held_number, ${citizenColumns.join(', ')} FROM held JOIN citizens USING (svc_id)`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The register on PostgreSQL. Reads of calls that run at the same time share a statement. */
export const createPostgresRegister = (options: PostgresRegisterOptions): Register => {
  const { pool, vault, statementTimeoutMs = 5000 } = options
  const limits = {
    maxInFlight: options.maxInFlight ?? 2,
    maxGroup: options.maxGroup ?? 64,
    maxWaiting: options.maxWaiting ?? 20_000,
    overflow: () => new Refusal('overloaded', { retry_after: 1 }, 'too many reads of the register wait'),
  }

  const read = async <Row extends object>(statement: { name: string; text: string; values: unknown[] }) => {
    const config: QueryConfig & { query_timeout: number } = {
      ...statement,
      query_timeout: statementTimeoutMs,
    }
    try {
      return (await pool.query<Row>(config)).rows
    } catch (error) {
      // Our own database is away, not a register behind it: the call may be sent again, a job stays queued.
      throw isDatabaseFault(error) ? asAnswerableRefusal(error) : error
    }
  }

  const readBySvcId = coalesce<string, Seen | null>(async (svcIds) => {
    const rows = await read<CitizenRow>({ name: 'register_by_svc_id', text: bySvcId, values: [svcIds] })
    const found = new Map(rows.map((row) => [row.svc_id, seen(row)]))
    return svcIds.map((svcId) => found.get(svcId) ?? null)
  }, limits)

  const readByDocument = coalesce<Identifier, Seen | null>(async (identifiers) => {
    const numbers = identifiers.map((identifier) => identifier.value)
    const types = [...new Set(identifiers.map((identifier) => identifier.type))]
    const rows = await read<DocumentRow>({
      name: 'register_by_document',
      text: byDocument,
      values: [numbers, types],
    })
    const found = new Map(rows.map((row) => [`${row.held_type} ${row.held_number}`, seen(row)]))
    return identifiers.map(({ type, value }) => found.get(`${type} ${value}`) ?? null)
  }, limits)

  const findCitizen = async (identifier: Identifier, view: RegisterView) => {
    const found =
      identifier.type === 'svc_id' ? await readBySvcId(identifier.value) : await readByDocument(identifier)
    return found !== null && isVisible(found.row, view) ? found.citizen : null
  }

  return {
    findCitizen,

    async findBusiness(identifier, view) {
      const { type, value } = settleSpelling(identifier)
      if (type !== 'rccm' && type !== 'id_nat' && type !== 'nif') return null
      const [row] = await read<BusinessRow>({
        name: `register_business_by_${type}`,
        text: `SELECT ${businessColumns.join(', ')} FROM businesses WHERE ${type} = $1`,
        values: [value],
      })
      return row !== undefined && isVisible(row, view) ? businessOfRow(row) : null
    },

    async readFile(fileId) {
      if (!uuid.test(fileId)) return null
      const [row] = await read<{ content_type: string; sealed: Buffer }>({
        name: 'register_file',
        text: 'SELECT content_type, sealed FROM register_files WHERE file_id = $1',
        values: [fileId],
      })
      if (row === undefined) return null
      return { content_type: row.content_type, bytes: vault.open(row.sealed, fileId) }
    },
  }
}

const seen = (row: CitizenRow): Seen => ({ row, citizen: citizenOfRow(row) })

const isVisible = (row: { in_sandbox: boolean; in_production: boolean }, view: RegisterView) =>
  view === 'sandbox' ? row.in_sandbox : row.in_production
