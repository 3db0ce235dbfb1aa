import { basicScope, optional } from '@nani/contract'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { appRole, defineEffect } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  aliasAt,
  defineService,
  type Owner,
  type PerformedAs,
  type Service,
  type ServiceCall,
} from '../calls/calls/index.ts'

/*
 * A service that uses what a declaration may declare, and that no service of the product uses yet. It is free of charge.
 * Its requests have neither purpose nor scopes nor reference. Its results are living resources in a table of its own.
 */

const noticeRequest = Type.Object({
  kind: Type.Enum(['lost', 'found']),
  text: Type.String({ minLength: 1 }),
  /** Of the person who agreed to the notice. */
  permit: optional(Type.String()),
})

const notice = Type.Object({
  id: Type.String(),
  object: Type.Literal('notice'),
  livemode: Type.Boolean(),
  status: Type.Enum(['received', 'closed']),
  kind: Type.Enum(['lost', 'found']),
  length: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
})

type NoticeRequest = Type.Static<typeof noticeRequest>
type Notice = Type.Static<typeof notice>

export const noticePath = '/v1/notices'
export const noticeAlias = '/v1/lost-notices'

/** Creates the tables as the migrations of a real service do, with the rights of the role that serves calls. */
export const createNoticeTables = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`create table notices (
    application_id text, notice_id text, status text, kind text, length integer, through_alias boolean,
    created_at timestamptz, primary key (application_id, notice_id))`)
  await pool.query(`create table notice_counts (
    application_id text, kind text, notices integer, primary key (application_id, kind))`)
  await pool.query(
    'create table notice_permits (application_id text, permit text, primary key (application_id, permit))',
  )
  await pool.query(`grant select, insert, update on notices, notice_counts, notice_permits to ${appRole}`)
}

const noticeRow = defineEffect({
  name: 'notice',
  columns: { kind: 'text', length: 'integer', through_alias: 'boolean' },
  write: ({ application, changes, id, at, column }) =>
    `insert into notices (application_id, notice_id, status, kind, length, through_alias, created_at)
     select ${application}, ${id}, 'received', ${column.kind}, ${column.length}, ${column.through_alias}, ${at}
     from ${changes}`,
})

const noticeCount = defineEffect({
  name: 'notice_count',
  columns: { kind: 'text' },
  write: ({ application, changes, column }) =>
    `insert into notice_counts as c (application_id, kind, notices)
     select ${application}, ${column.kind}, count(*) from ${changes} group by ${column.kind}
     on conflict (application_id, kind) do update set notices = c.notices + excluded.notices`,
})

type NoticeRow = { status: 'received' | 'closed'; kind: 'lost' | 'found'; length: number; created_at: Date }

const aliases = [
  {
    path: noticeAlias,
    summary: 'Report a loss',
    description: 'The same for notices of the kind `lost` only.',
    fixed: { kind: 'lost' },
    secondEvents: { 'fraud_report.created': 'usurpation_report.status_changed' },
  },
] as const

export const createNoticeService = (pool: pg.Pool): Service =>
  defineService({
    name: 'fraud_reporting',
    object: 'notice',
    idPrefix: 'ntc',
    path: noticePath,
    title: 'Notices',
    summary: 'Report that something was lost or found.',
    actions: { call: 'Report a notice', batch: 'Report a batch of notices', result: 'a notice' },
    description: 'Reports that something was lost or found.',
    examples: [
      { name: 'lost', summary: 'A loss', request: { kind: 'lost', text: 'A blue umbrella' } },
      { name: 'found', summary: 'A find', request: { kind: 'found', text: 'Two keys' } },
    ],
    refusals: ['consent_required'],
    request: noticeRequest,
    result: notice,
    batchFields: ['kind'],
    identifierTypes: {},
    absentPurpose: 'fraud_prevention',
    charge: 'none',
    createdEvent: 'fraud_report.created',
    aliases,
    async authorise({ request, applicationId }) {
      if (typeof request.permit !== 'string') return
      const { rowCount } = await pool.query(
        'select 1 from notice_permits where application_id = $1 and permit = $2',
        [applicationId, request.permit],
      )
      if (rowCount === 0) throw new Refusal('consent_required')
    },
    readCurrent: (id, owner) => readNotice(pool, id, owner),
    perform: async (call) => receive(call),
  })

const readNotice = async (
  pool: pg.Pool,
  id: string,
  { applicationId, environment }: Owner,
): Promise<Notice | null> => {
  const { rows } = await pool.query<NoticeRow>(
    'select status, kind, length, created_at from notices where application_id = $1 and notice_id = $2',
    [applicationId, id],
  )
  const row = rows[0]
  if (!row) return null
  const { created_at: createdAt, ...stored } = row
  const livemode = environment === 'production'
  return { id, object: 'notice', livemode, ...stored, created_at: rfc3339(createdAt.getTime()) }
}

const receive = ({ request, origin, scopes }: ServiceCall<NoticeRequest>): PerformedAs<Notice> => {
  // Without a field for scopes, a request gets basic KYC at most.
  if (scopes.some((scope) => scope !== basicScope)) throw new Error('a scope was granted')
  const { kind, text } = request
  const { length } = text
  return {
    outcome: 'received',
    fields: { status: 'received', kind, length },
    effects: [
      noticeRow({ kind, length, through_alias: aliasAt(aliases, origin.path) !== null }),
      noticeCount({ kind }),
    ],
  }
}
