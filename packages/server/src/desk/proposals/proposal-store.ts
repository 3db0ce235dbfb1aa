import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { defineHomeEffect, inHome, type RegisterOutbox } from '../../register/register-outbox/index.ts'
import type { ProposalRow } from './proposal-rows.ts'

/** A row as JSON. */
type WrittenProposal = { [Name in keyof ProposalRow]: Exclude<ProposalRow[Name], Date | Buffer> | string }

const writtenProposal = (row: ProposalRow): WrittenProposal => ({
  ...row,
  sealed_reason: row.sealed_reason?.toString('base64') ?? null,
  sealed_decided_reason: row.sealed_decided_reason?.toString('base64') ?? null,
  proposed_at: row.proposed_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** Writes a new proposal, or the end of an open one. */
const writeProposal = async (client: Database, row: WrittenProposal): Promise<void> => {
  await client.query(
    `insert into proposals (proposal_id, act, subject, organization_id, content, subject_version, status, proposed_by,
       proposed_account, reason, sealed_reason, proposed_at, expires_at, decided_by, decided_account, decided_reason,
       decided_at, sealed_decided_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'base64'), $12, $13, $14, $15, $16, $17,
       decode($18, 'base64'))
     on conflict (proposal_id) do update set status = excluded.status, decided_by = excluded.decided_by,
       decided_account = excluded.decided_account, decided_reason = excluded.decided_reason,
       decided_at = excluded.decided_at, sealed_decided_reason = excluded.sealed_decided_reason
     where proposals.status = 'proposed' and proposals.act = excluded.act`,
    [
      ...[row.proposal_id, row.act, row.subject, row.organization_id, JSON.stringify(row.content)],
      ...[row.subject_version, row.status, row.proposed_by, row.proposed_account, row.reason],
      ...[row.sealed_reason, row.proposed_at, row.expires_at, row.decided_by, row.decided_account],
      ...[row.decided_reason, row.decided_at, row.sealed_decided_reason],
    ],
  )
}

/** The acts on the register that need two people. */
const actsOfRegister = ['enrolment.correct_citizen', 'register.delete_synthetic']

/** The register writes the proposals of its own acts alone: it decides nothing about fraud or money. */
const writeOfRegister = async (client: Database, row: WrittenProposal): Promise<void> => {
  if (!actsOfRegister.includes(row.act)) throw new Error(`the register cannot write a proposal of ${row.act}`)
  await writeProposal(client, row)
}

export const proposalWritten = defineHomeEffect('proposal', writeOfRegister, { decides: true })

type OfObject = Pick<ProposalRow, 'act' | 'subject'>
type FoundProposal = ProposalRow & { is_disabled: boolean }

/** The open proposal of an act on an object, locked, and whether its person was disabled. */
const lockOpen = async (home: Database, { act, subject }: OfObject): Promise<FoundProposal | null> => {
  const { rows } = await home.query<FoundProposal>(
    `select p.*, exists (select from operators where name = p.proposed_by and disabled_at is not null) as is_disabled
     from proposals p where act = $1 and subject = $2 and status = 'proposed' for update`,
    [act, subject],
  )
  return rows[0] ?? null
}

/** The proposals as a decision reads and writes them. */
export type Proposals = {
  open(of: OfObject): Promise<FoundProposal | null>
  write(row: ProposalRow): Promise<unknown>
}

/** The ids of what was open before a step, and after it. */
type OpenIds = { before: string | null; after: string | null }

const takeBack = async (home: Database, { before, after }: OpenIds): Promise<void> => {
  await home.query(
    `update proposals set status = 'ended', decided_at = now() where proposal_id = $1 and status = 'proposed'`,
    [after],
  )
  await home.query(
    `update proposals set status = 'proposed', decided_by = null, decided_account = null, decided_at = null,
       decided_reason = null, sealed_decided_reason = null
     where proposal_id = $1`,
    [before],
  )
}

export const proposalsOfHome = (client: Database): Proposals & { takeBack(ids: OpenIds): Promise<void> } => ({
  open: (of) => lockOpen(client, of),
  write: (row) => writeProposal(client, writtenProposal(row)),
  takeBack: (ids) => takeBack(client, ids),
})

/** In a transaction of the register. Its writers take turns, so that no other one decides meanwhile. */
export const proposalsOfRegister = (client: pg.PoolClient, outbox: RegisterOutbox): Proposals => ({
  open: (of) => inHome(outbox, client, (home) => lockOpen(home, of)),
  write: (row) => outbox.cause(client, proposalWritten, writtenProposal(row)),
})
