import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import sharp from 'sharp'
import type { Bank } from '../surface/bank.ts'
import type { Browser } from '../surface/browser.ts'
import { copyRow, number } from '../surface/copy-row.ts'
import { writeMoney } from '../surface/money-rows.ts'
import { storedDispute } from '../surface/stored-dispute.ts'
import { operators, organizations } from './seed-desk.ts'

/** A proposal is open for a day, so that an installation has no more of them. */
const openProposals = 200
/** A logo that waits is found by a hash in hexadecimal. */
const logoHash = 'be'.repeat(32)
const svcId = 'COD-7000-0000-0001'

/** A citizen with a proposed correction, by calls of the desk. Returns the id of the correction. */
const proposeCorrection = async (officer: Browser): Promise<string> => {
  await officer('POST', '/api/citizens', {
    ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
    ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
  })
  await officer('POST', `/api/citizens/${svcId}/corrections`, {
    ...{ changes: { date_of_birth: '1990-03-04' }, reason: 'The extract of birth says so.' },
  })
  return (await officer('GET', '/api/proposals')).data.at(-1)?.id ?? ''
}

/** The account of the operator, and the other operators. */
const writePeople = async (pool: pg.Pool, count: number): Promise<void> => {
  await copyRow(pool, {
    ...{ table: 'operator_sessions', where: 'not awaits_second_factor', count },
    changes: `'session_id', 'ses_' || ${number}, 'session_hash', sha256(${number}::bytea),
      'last_seen_at', now() + interval '12 hours'`,
  })
  await copyRow(pool, {
    ...{ table: 'operator_sign_ins', where: 'true', count },
    changes: `'sign_in_id', 'sgn_' || ${number}`,
  })
  await copyRow(pool, {
    ...{ table: 'operators', where: `email = 'bench@example.cd'`, count: operators },
    changes: `'operator_id', 'opr_' || ${number}, 'email', 'o' || i || '@example.cd', 'name', 'Operator ' || i,
      'name_key', 'operator ' || i`,
  })
}

const writeOrganizations = async (pool: pg.Pool, bank: Bank, count: number): Promise<void> => {
  const { organization_id, application_id } = bank
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_own' || ${number}, $1, 'Own application ' || i, 'sandbox', '{}', '{}', '{}', 50, now()
     from generate_series(1, $2::integer) i`,
    [organization_id, count],
  )
  const logo = await sharp({ create: { width: 512, height: 512, channels: 4, background: '#0b4f9e' } })
    .png()
    .toBuffer()
  await pool.query(
    'update applications set proposed_logo = $2, proposed_logo_hash = $3 where application_id = $1',
    [application_id, logo, logoHash],
  )
  await copyRow(pool, {
    ...{ table: 'billing_wallets', where: 'organization_id = $1', values: [organization_id] },
    count: organizations - 1,
    changes: `'organization_id', 'org_bench' || i, 'wallet_id', 'wal_bench' || i`,
  })
}

/** What waits for a second person, alarms, and versions of a list. */
const writeWork = async (pool: pg.Pool, { organization_id }: Bank, count: number): Promise<void> => {
  await pool.query(
    `insert into proposals (proposal_id, act, subject, organization_id, content, status, proposed_by, reason,
       proposed_at, expires_at)
     select 'prp_bench' || ${number}, 'organizations.suspend', 'org_bench' || i, 'org_bench' || i, '{}', 'proposed',
       'Operator 1', 'A reason.', now() - i * interval '1 minute', now() + interval '12 hours'
     from generate_series(1, $1::integer) i`,
    [openProposals],
  )
  await pool.query(
    `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_at, reason)
     select 'bpr_bench' || ${number}, $1, 'adjust', '[["amount", {"value": 5, "currency": "USD"}]]', 'Operator 1',
       now() - i * interval '1 minute', 'A reason.'
     from generate_series(1, $2::integer) i`,
    [organization_id, openProposals],
  )
  await pool.query(
    `insert into alarms (application_id, kind, hour, raised_at, details)
     select 'app_bench' || i, 'identifier_enumeration', date_trunc('hour', now()), now() - i * interval '2 minutes',
       '{"identifiers": 900}'
     from generate_series(1, $1::integer) i`,
    [count],
  )
  await pool.query(
    `insert into list_versions (list_id, audience, sha256, source_date, format, source, fetched_at, confirmed_at, entries,
       added, changed, removed)
     select 'un', 'everyone', encode(sha256(${number}::bytea), 'hex'), current_date - i, 'un-xml', 'bench.xml',
       now() - i * interval '1 day', now() - i * interval '1 day', 0, 0, 0, 0
     from generate_series(1, $1::integer) i`,
    [count],
  )
}

const writeDisputes = async (
  platform: Platform,
  { application_id }: Bank,
  count: number,
): Promise<string> => {
  let id = ''
  for (let made = 0; made < count; made++) id = await storedDispute(platform, application_id)
  return id
}

/** An object for each route of the desk with an id, and rows of each list. Returns the values of the path parameters. */
export const writeDeskObjects = async (
  officer: Browser,
  platform: Platform,
  bank: Bank,
  count: number,
): Promise<{ ids: Record<string, string>; logoHash: string }> => {
  const { ownerPool: pool } = platform
  const correction = await proposeCorrection(officer)
  await writePeople(pool, count)
  await writeOrganizations(pool, bank, count)
  await writeWork(pool, bank, count)
  await writeMoney(pool, bank, count)
  const { organization_id, application_id, review, file, invoice, payment } = bank
  return {
    logoHash,
    ids: {
      ...{ organization_id, application_id, svc_id: svcId, position: '0' },
      ...{ 'reviews/id': review, file_id: file, invoice, 'payments/id': payment },
      ...{ 'corrections/id': correction, 'lists/id': 'un' },
      // seedDesk writes it with as many entries as a large list has.
      preview_id: 'lpv_bench1',
      'disputes/id': await writeDisputes(platform, bank, count),
    },
  }
}
