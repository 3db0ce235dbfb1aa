import type { Archive } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import {
  type LogSigners,
  logKeyUseOfCell,
  logOfCell,
  type ProvedEntry,
  proveById,
  readLogSigners,
} from '../audit-transparency/index.ts'
import { requireOwnCell } from './cell-identity.ts'
import { type Cell, cellsUse, findCell, readCells } from './cell-rows.ts'
import { faultLine } from './check-cells.ts'
import { onCellDatabase } from './open-cell.ts'
import { archiveOfCell } from './open-cell-platform.ts'
import { hasOrganizations } from './place-organization.ts'

/** The transparency log of a cell. */
type CellLog = {
  cell: string
  /** Its name in the origin and in the paths of its files. */
  log: string
  pool: pg.Pool
  /** Of the entries of the cell. */
  archive: Archive
  signers: LogSigners
  /** No entry is older. */
  begunAtMs: number
  hasOrganizations: boolean
}

type Needs = {
  pool: pg.Pool
  ownerPool: pg.Pool
  rootKey: Buffer
  archive: Archive
  vaultFor(use: string): Vault
}

/** Runs `use` with the log of a cell. A cell that is away is an error that names it. */
const onLog = <Answer>(
  { pool: home, ownerPool, rootKey, archive, vaultFor }: Needs,
  cell: Cell,
  use: (log: CellLog) => Promise<Answer>,
): Promise<Answer> =>
  onCellDatabase(cell, 'owner', async (pool) => {
    const { name, addedAtMs: begunAtMs } = cell
    await requireOwnCell(ownerPool, pool, { name, rootKey, unused: 'refused' })
    const log = logOfCell(cell)
    const signers = await readLogSigners(pool, vaultFor(logKeyUseOfCell(log)))
    const ofCell = archiveOfCell({ archive, rootKey }, { cell, pool })
    return use({
      cell: name,
      log,
      pool,
      archive: ofCell,
      signers,
      begunAtMs,
      hasOrganizations: await hasOrganizations(home, name),
    })
  })

/** The same for a cell by its name. */
export const onCellLog = async <Answer>(
  needs: Needs,
  name: string,
  use: (log: CellLog) => Promise<Answer>,
): Promise<Answer> => onLog(needs, await findCell(needs.pool, needs.vaultFor(cellsUse), name), use)

/** A cell whose log could not be read, and why. */
export type UnreadLog = { cell: string; reason: string }

/** Runs `use` with the log of each cell. Those that cannot be read are named. What `use` refuses is thrown after the last cell. */
export const onCellLogs = async <Answer>(
  needs: Needs,
  use: (log: CellLog) => Promise<Answer>,
): Promise<{ answers: Answer[]; unread: UnreadLog[] }> => {
  const answers: Answer[] = []
  const unread: UnreadLog[] = []
  const refused: Refusal[] = []
  const useOne = (log: CellLog) =>
    use(log).catch((error: unknown) => {
      if (error instanceof Refusal) refused.push(error)
      throw error
    })
  for (const cell of await readCells(needs.pool, needs.vaultFor(cellsUse)))
    try {
      answers.push(await onLog(needs, cell, useOne))
    } catch (error) {
      if (!refused.includes(error as Refusal)) unread.push({ cell: cell.name, reason: faultLine(error) })
    }
  const [first] = refused
  if (first) throw first
  return { answers, unread }
}

/** The proof of an entry in the log of a cell. Null: none has it. If a cell could not be asked, it may have it. */
export const proveInCells = async (needs: Needs, id: string): Promise<ProvedEntry | null> => {
  const { answers, unread } = await onCellLogs(needs, ({ pool, archive }) => proveById(pool, archive, id))
  const found = answers.find((answer) => answer !== null)
  if (found) return found
  const [first] = unread
  if (first === undefined) return null
  throw new Refusal(
    'checks_failed',
    `Home has no entry ${id}, and the log of the cell ${first.cell} could not be read: ${first.reason}`,
  )
}

/** What the log of acts says of the cells of the installation. */
export type KnownCells = {
  /** Those that were added, and that home does not list although they were not removed. */
  missing: string[]
  /** Those whose log has another name than the act of their addition gave it. */
  renamed: string[]
  /** Those that were removed, each with the act. */
  removed: { cell: string; act: string }[]
}

type KnownNeeds = Pick<Needs, 'pool' | 'vaultFor'>

/**
 * Someone who takes a cell out of the list of home hides its entries. The acts are leaves of the log of home, so that they cannot be
 * taken out without a trace. So is the time that the name of a log has: witnesses know nothing of a log with another name.
 */
export const readKnownCells = async ({ pool: home, vaultFor }: KnownNeeds): Promise<KnownCells> => {
  const { rows } = await home.query<{ cell: string; removed_by: string | null; listed: boolean }>(
    `select distinct on (subject) substr(subject, 6) as cell,
       case when action = 'cells.remove' then 'act_' || act_number end as removed_by,
       exists (select from cells c where 'cell ' || c.name = subject) as listed
     from acts
     where action = 'cells.add' or (action = 'cells.remove' and after->>'step' = 'end')
     order by subject, act_number desc`,
  )
  const { rows: added } = await home.query<{ cell: string; at: Date }>(
    `select substr(subject, 6) as cell, min(at) as at from acts a
     where action = 'cells.add' and not exists (
       select from acts r where r.subject = a.subject and r.action = 'cells.remove' and r.after->>'step' = 'end'
         and r.act_number > a.act_number)
     group by 1`,
  )
  const actOf = new Map(added.map(({ cell, at }) => [cell, at.getTime()]))
  const cells = await readCells(home, vaultFor(cellsUse))
  return {
    renamed: cells.flatMap(({ name, addedAtMs }) => {
      const atMs = actOf.get(name)
      const isSame =
        atMs !== undefined && logOfCell({ name, addedAtMs: atMs }) === logOfCell({ name, addedAtMs })
      return isSame ? [] : [name]
    }),
    missing: rows.flatMap((row) => (row.removed_by === null && !row.listed ? [row.cell] : [])),
    removed: rows.flatMap(({ cell, removed_by: act }) => (act === null ? [] : [{ cell, act }])),
  }
}
