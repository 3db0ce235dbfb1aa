import { type Identifier, settleSpelling } from '@nani/contract'
import { type BatcherOptions, createBatcher, gatheringMs, Refusal } from '@nani/foundation/core/index.ts'
import {
  asAnswerableRefusal,
  type Database,
  isDatabaseFault,
  type Vault,
} from '@nani/foundation/storage/index.ts'
import type { QueryConfig } from 'pg'
import { type BusinessRow, businessColumns, businessOfRow } from './business-row.ts'
import { type CitizenValues, citizenColumns, citizenOfRow, visibilityOf } from './citizen-row.ts'
import type { Citizen, CitizenCreditRecord, Register, RegisterView } from './register.ts'

export type PostgresRegisterOptions = {
  pool: Database
  /** Decrypts the bytes of `register_files`. */
  vault: Vault
  /** A longer statement releases its connection. */
  statementTimeoutMs?: number
  /** Maximum number of concurrent groups of reads, and therefore of their connections. */
  maxInFlight?: number
  /** Reads in one statement. */
  maxGroup?: number
  /** Maximum number of waiting reads. Further calls are refused as `overloaded`. */
  maxWaiting?: number
}

type Visibility = { in_sandbox: boolean; in_production: boolean }
type CitizenRow = Visibility & { citizen: Citizen; more: CitizenValues }

const bySvcId = `select ${citizenColumns.join(', ')} from citizens where svc_id = any($1)`

const creditFileBySvcId = `
  select ${citizenColumns.join(', ')},
    (select json_agg(json_build_object('source', r.source, 'as_of', r.as_of, 'fields', r.fields) order by r.source)
     from credit_records r where r.svc_id = citizens.svc_id) as credit_records
  from citizens where svc_id = any($1)`

// The numbers are resolved first, as a separate set, so that the statement can be distributed.
const byDocument = `
  with held as materialized (
    select type as held_type, number as held_number, svc_id from document_numbers
    where number = any($1) and type = any($2)
  )
  select ${citizenColumns.join(', ')}, held_type, held_number from held join citizens using (svc_id)`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const limitsOf = (options: PostgresRegisterOptions): BatcherOptions => ({
  maxInFlight: options.maxInFlight ?? 2,
  maxGroup: options.maxGroup ?? 64,
  maxWaiting: options.maxWaiting ?? 20_000,
  gatheringMs,
  overflow: () =>
    new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many reads of the register wait' }),
})

/** The register on PostgreSQL. Reads of calls that run at the same time share a statement. */
export const createPostgresRegister = (options: PostgresRegisterOptions): Register => {
  const { pool, vault, statementTimeoutMs = 5000 } = options
  const limits = limitsOf(options)

  const read = async <Row>(statement: {
    name: string
    text: string
    values: unknown[]
    rowMode?: 'array'
  }) => {
    const config = { ...statement, query_timeout: statementTimeoutMs } as QueryConfig
    try {
      return (await pool.query(config)).rows as Row[]
    } catch (error) {
      // The installation's own database is unavailable, not an external register. The call can be sent again, and a job
      // remains queued.
      throw isDatabaseFault(error) ? asAnswerableRefusal(error) : error
    }
  }
  const readCitizens = async (name: string, text: string, values: unknown[]): Promise<CitizenRow[]> =>
    (await read<CitizenValues>({ name, text, values, rowMode: 'array' })).map(seen)

  const readBySvcId = createBatcher<string, CitizenRow | null>(async (svcIds) => {
    const found = bySvcIdOf(await readCitizens('register_by_svc_id', bySvcId, [svcIds]))
    return svcIds.map((svcId) => found.get(svcId) ?? null)
  }, limits)

  const readByDocument = createBatcher<Identifier, CitizenRow | null>(async (identifiers) => {
    const numbers = identifiers.map((identifier) => identifier.value)
    const types = [...new Set(identifiers.map((identifier) => identifier.type))]
    const citizens = await readCitizens('register_by_document', byDocument, [numbers, types])
    const found = new Map(citizens.map((citizen) => [citizen.more.join(' '), citizen]))
    return identifiers.map(({ type, value }) => found.get(`${type} ${value}`) ?? null)
  }, limits)

  const readCreditFile = createBatcher<string, CitizenRow | null>(async (svcIds) => {
    const found = bySvcIdOf(await readCitizens('register_credit_file', creditFileBySvcId, [svcIds]))
    return svcIds.map((svcId) => found.get(svcId) ?? null)
  }, limits)

  const findCitizen = async (identifier: Identifier, view: RegisterView) => {
    const found =
      identifier.type === 'svc_id' ? await readBySvcId(identifier.value) : await readByDocument(identifier)
    return found !== null && isVisible(found, view) ? found.citizen : null
  }

  return {
    findCitizen,

    async findBusiness(identifier, view) {
      const { type, value } = settleSpelling(identifier)
      if (type !== 'rccm' && type !== 'id_nat' && type !== 'nif') return null
      const [row] = await read<BusinessRow>({
        name: `register_business_by_${type}`,
        text: `select ${businessColumns.join(', ')} from businesses where ${type} = $1`,
        values: [value],
      })
      return row !== undefined && isVisible(row, view) ? businessOfRow(row) : null
    },

    async findCreditFile(svcId, view) {
      const found = await readCreditFile(svcId)
      if (found === null || !isVisible(found, view)) return null
      const [records] = found.more as [CitizenCreditRecord[] | null]
      return { citizen: found.citizen, records: records ?? [] }
    },

    async readFile(fileId) {
      if (!uuid.test(fileId)) return null
      const [row] = await read<{ content_type: string; sealed: Buffer }>({
        name: 'register_file',
        text: 'select content_type, sealed from register_files where file_id = $1',
        values: [fileId],
      })
      if (row === undefined) return null
      return { content_type: row.content_type, bytes: vault.open(row.sealed, fileId) }
    },
  }
}

/** A statement may select more after the columns of the citizen. */
const seen = (values: CitizenValues): CitizenRow => ({
  ...visibilityOf(values),
  citizen: citizenOfRow(values),
  more: values.slice(citizenColumns.length),
})

const bySvcIdOf = (citizens: readonly CitizenRow[]): ReadonlyMap<string, CitizenRow> =>
  new Map(citizens.map((seen) => [seen.citizen.svc_id, seen]))

const isVisible = (row: Visibility, view: RegisterView) =>
  view === 'sandbox' ? row.in_sandbox : row.in_production
