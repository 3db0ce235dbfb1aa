import { isDeepStrictEqual } from 'node:util'
import { type IdSource, Refusal } from '@nani/foundation/core/index.ts'
import { isSameDatabase } from '@nani/foundation/platform/index.ts'
import { placeOf } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import {
  type ActContext,
  defineAct,
  defineReading,
  needsOf,
  type ReadingContext,
} from '../../gateway/acts/index.ts'
import { hasOtherLog, logKeyUseOfCell, logOfCell } from '../audit-transparency/index.ts'
import { elsewhere, requireOneDatabase, requireOwnCell } from './cell-identity.ts'
import { type CellNeeds, closed, ofOwner, requireOwner } from './cell-needs.ts'
import {
  type Cell,
  cellName,
  cellsUse,
  cellUrls,
  findCell,
  lockCell,
  readCells,
  readUses,
  requireCell,
  requireNotDrained,
  writeCell,
} from './cell-rows.ts'
import { checkAll } from './check-cells.ts'
import { copyHome } from './copy-home.ts'
import { endHold, requireNoneTwice, requireNotHeld } from './held-cells.ts'
import { migrateCell } from './migrate-cells.ts'
import { onCellDatabase } from './open-cell.ts'
import { hasOrganizations, placeWithin, requireNoProcess } from './place-organization.ts'

const named = Type.Object({ name: cellName }, closed)

type Adding = ActContext<Static<typeof added>, CellNeeds, { isPrepared: boolean }>

const inUse = (why: string): Refusal => new Refusal('cell_in_use', why)

const added = Type.Object({ name: cellName, urls: cellUrls }, closed)

/** Home knows a cell before anything is prepared for it, so that nothing that was begun is forgotten. */
export const addCell = defineAct({
  name: 'cells.add',
  sentence: { en: 'Names the database of a cell', fr: 'Nomme la base d’une cellule' },
  actors: { operator: ['supervisor'] },
  input: added,
  output: Type.Null(),
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_elsewhere', 'cell_in_use'],
  place: ofOwner,
  async prepare({ input, needs, nowMs }) {
    requireOwner(needs)
    const { ownerPool, rootKey } = needs
    const { name } = input
    await requireThisHome(ownerPool, input)
    return onCellDatabase(input, 'owner', async (owner) => {
      const found = await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'accepted' })
      await onCellDatabase(input, 'app', (app) => requireOneDatabase(owner, app, name))
      if (found.isPrepared) {
        await requireNoneTwice(needs.pool, owner, name)
        const listed = await readCells(needs.pool, needs.vaultFor(cellsUse))
        const addedAtMs = listed.find((cell) => cell.name === name)?.addedAtMs ?? nowMs
        await requireOwnLog(needs, owner, { name, addedAtMs })
      }
      return found
    })
  },
  async perform({ client, input, needs, nowMs, prepared }: Adding) {
    const { name, urls } = input
    const known = await lockCell(client, needs.vaultFor(cellsUse), name, 'update')
    // A process reads the URLs at its start, and would go on with the database of before.
    if (known && !isDeepStrictEqual(known.urls, urls)) await requireNoProcess(client, inUse)
    if (!prepared.isPrepared && (await hasOrganizations(client, name)))
      throw elsewhere(`The database is empty, and organizations are placed in the cell ${name}.`)
    const addedAtMs = known?.addedAtMs ?? nowMs
    await writeCell(client, needs.vaultFor(cellsUse), { name, urls, addedAtMs })
    return { result: null, entry: { subject: `cell ${name}`, after: { database: placeOf(urls.app) } } }
  },
})

/** Home may have been restored on another server: the cell would follow the one of before. */
const requireThisHome = (ownerPool: CellNeeds['ownerPool'], cell: Pick<Cell, 'name' | 'urls'>) =>
  onCellDatabase(cell, 'home', async (home) => {
    if (!(await isSameDatabase(ownerPool, home)))
      throw elsewhere('NANI_CELL_HOME_URL does not name the database of home.')
  })

/** The name of a log has the time at which its cell was added. The log of another time would not go on. */
const requireOwnLog = async (
  { vaultFor }: CellNeeds,
  owner: CellNeeds['ownerPool'],
  cell: Pick<Cell, 'name' | 'addedAtMs'>,
): Promise<void> => {
  if (await hasOtherLog(owner, vaultFor(logKeyUseOfCell(logOfCell(cell)))))
    throw elsewhere(
      `The database has the transparency log of a cell ${cell.name} that home does not list. Use an empty database.`,
    )
}

/** Brings a cell up to date: its schema, its rights, its identity, and the copies of tables of home. Safe to repeat. */
export const prepareCell = defineAct({
  name: 'cells.prepare',
  sentence: { en: 'Prepares the database of a cell', fr: 'Prépare la base d’une cellule' },
  actors: { operator: ['supervisor'] },
  input: named,
  output: Type.Object({ name: Type.String(), applied: Type.Array(Type.String()) }),
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_not_found', 'cell_elsewhere', 'cell_in_use', 'copies_not_possible'],
  // The work is in two databases, and a process may end in between.
  async started({ input: { name }, needs }) {
    requireOwner(needs)
    await findCell(needs.pool, needs.vaultFor(cellsUse), name)
    return { subject: `cell ${name}`, after: { step: 'begin' } }
  },
  async prepare({ input: { name }, needs }): Promise<string[]> {
    const { ownerPool, rootKey, pool, vaultFor } = needs
    const cell = await findCell(pool, vaultFor(cellsUse), name)
    await requireNotHeld(pool, name, { but: 'prepared' })
    await requireThisHome(ownerPool, cell)
    return onCellDatabase(cell, 'owner', async (owner) => {
      const { applied } = await migrateCell({ home: ownerPool, owner, rootKey }, cell, false)
      await requireNoneTwice(pool, owner, name)
      await copyHome(ownerPool, owner, cell)
      await endHold(ownerPool, name)
      return applied
    })
  },
  async perform({ input: { name }, prepared: applied }) {
    return {
      result: { name, applied },
      entry: { subject: `cell ${name}`, after: { step: 'end', migrations: applied.length } },
    }
  },
})

const placement = Type.Object({ organization_id: Type.String({ maxLength: 60 }), cell: cellName }, closed)

/** Placing locks the wallet, which it creates where there is none. */
type PlacementNeeds = CellNeeds & { newId: IdSource }

/** Moves the applications of an organization to a cell before their first call, while no process of the server runs. */
export const placeOrganization = defineAct({
  name: 'cells.place',
  sentence: { en: 'Places an organization in a cell', fr: 'Place une organisation dans une cellule' },
  actors: { operator: ['supervisor'] },
  input: placement,
  output: Type.Object({ cell: Type.String(), applications: Type.Integer() }),
  needs: needsOf<PlacementNeeds>(),
  refusals: [
    ...(['setting_missing', 'cell_not_found', 'cell_elsewhere', 'cell_in_use'] as const),
    'organization_not_placed',
  ],
  /** Rows of home are deleted, which the login that serves calls may not. */
  place: ofOwner,
  async perform({ client, input, needs, nowMs }: ActContext<Static<typeof placement>, PlacementNeeds>) {
    requireOwner(needs)
    const { organization_id: organizationId, cell: name } = input
    const { ownerPool, rootKey, vaultFor } = needs
    // It is not removed meanwhile.
    const cell = await requireCell(client, vaultFor(cellsUse), name, 'share')
    await requireNotDrained(client, name)
    const applications = await onCellDatabase(cell, 'owner', async (owner) => {
      await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'refused' })
      return placeWithin(client, owner, { organizationId, cell: name, nowMs, newId: needs.newId })
    })
    return {
      result: { cell: name, applications },
      entry: { subject: organizationId, organizationId, after: { cell: name, applications } },
    }
  },
})

export const listCells = defineReading({
  name: 'cells.list',
  sentence: { en: 'Lists the cells', fr: 'Liste les cellules' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object({}, closed),
  output: Type.Array(
    Type.Object({
      name: Type.String(),
      database: Type.String(),
      added_at: Type.String(),
      organizations: Type.Integer(),
      draining: Type.Boolean(),
    }),
  ),
  needs: needsOf<CellNeeds>(),
  async read({ pool, needs }: ReadingContext<object, CellNeeds>) {
    const cells = await readCells(pool, needs.vaultFor(cellsUse))
    const uses = await readUses(pool)
    return cells.map(({ name, urls, addedAtMs }) => ({
      ...{ name, database: placeOf(urls.app), added_at: new Date(addedAtMs).toISOString() },
      ...(uses.get(name) ?? { organizations: 0, draining: false }),
    }))
  },
})

const nullable = Type.Union([Type.Number(), Type.Null()])

export const checkCells = defineReading({
  name: 'cells.check',
  sentence: { en: 'Checks the cells', fr: 'Vérifie les cellules' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object({}, closed),
  output: Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.Enum(['ok', 'failed']),
      message: Type.String(),
      behind_ms: nullable,
      kept_bytes: nullable,
    }),
  ),
  needs: needsOf<CellNeeds>(),
  async read({ pool, needs }: ReadingContext<object, CellNeeds>) {
    const cells = await readCells(pool, needs.vaultFor(cellsUse))
    return cells.length === 0 ? [] : checkAll({ home: pool, rootKey: needs.rootKey }, cells)
  },
})
