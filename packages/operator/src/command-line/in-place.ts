import { printable, type Terminal } from '@nani/cli'
import { errorLine } from '@nani/foundation/core/index.ts'
import type { Installation } from '../installation/installation.ts'
import type { OpenCall } from './command-area.ts'

type Named = { application?: unknown; organization?: unknown }

/** Most installations have no cell, and load no more than this. */
const loadPlaces = () => import('@nani/server/gateway/acts/index.ts')
const loadCells = () => import('@nani/server/app/cells/index.ts')

/**
 * The installation as acts on an application need it: with the database that has the application which a command names, or the
 * applications of the organization that it names.
 */
export const inPlace = async <Answer>(
  installation: Installation,
  named: Named,
  use: (place: Installation) => Promise<Answer>,
): Promise<Answer> => {
  return inCell(installation, await cellOf(installation, named), use)
}

/** The same with the database that has the money of an organization. */
export const inPlaceOfMoney = async <Answer>(
  installation: Installation,
  { organization }: Named,
  use: (place: Installation) => Promise<Answer>,
): Promise<Answer> => {
  const { defaultOrganizationId } = await import('@nani/server/organizations/organizations/index.ts')
  const id = typeof organization === 'string' ? organization : defaultOrganizationId
  const { cellOfMoney } = await loadPlaces()
  return inCell(installation, await cellOfMoney(installation.pool, id), use)
}

const inCell = async <Answer>(
  installation: Installation,
  name: string | null,
  use: (place: Installation) => Promise<Answer>,
): Promise<Answer> => {
  if (name === null) return use(installation)
  const { withCell } = await loadCells()
  return withCell(installation, name, (place) => use({ ...installation, ...place, home: installation }))
}

const cellOf = async (
  { pool }: Installation,
  { application, organization }: Named,
): Promise<string | null> => {
  if (typeof application === 'string') return (await loadPlaces()).cellOfApplication(pool, application)
  if (typeof organization !== 'string') return null
  const { cellOfOrganization } = await loadPlaces()
  return cellOfOrganization(pool, organization)
}

/**
 * The installation with the database that has an object, which is known by its id alone. `has` looks in one database. If none has it, it is
 * home. A cell that cannot be used may have it: then its failure is the answer.
 */
export const inPlaceOfObject = async <Answer>(
  installation: Installation,
  has: (pool: Installation['pool']) => Promise<boolean>,
  use: (place: Installation) => Promise<Answer>,
): Promise<Answer> => {
  const { pool, vaultFor } = installation
  if (!(await (await loadPlaces()).hasCells(pool)) || (await has(pool))) return use(installation)
  const { readCells, cellsUse, withCell } = await loadCells()
  const cells = await readCells(pool, vaultFor(cellsUse))
  const looked = await Promise.allSettled(
    cells.map(({ name }) => withCell(installation, name, (place) => has(place.pool))),
  )
  const found = cells.find((_, at) => (looked[at] as { value?: boolean }).value)
  if (found)
    return withCell(installation, found.name, (place) =>
      use({ ...installation, ...place, home: installation }),
    )
  for (const one of looked) if (one.status === 'rejected') throw one.reason
  return use(installation)
}

export type OpenCell = { name: string; place: Installation | null }

type OpenCells = { cells: OpenCell[]; close(): Promise<void> }

/** Opens all cells at once. Null: one that cannot be used. Without cells, nothing is opened. */
const openAll = async (
  home: Installation,
  onUnread: (name: string, error: unknown) => void,
): Promise<OpenCells> => {
  const { hasCells } = await loadPlaces()
  if (!(await hasCells(home.pool))) return { cells: [], close: async () => {} }
  const { readCells, cellsUse, withCell } = await loadCells()
  const listed = await readCells(home.pool, home.vaultFor(cellsUse))
  const ended = Promise.withResolvers<void>()
  const uses: Promise<void>[] = []
  const cells = await Promise.all(
    listed.map(async ({ name }): Promise<OpenCell> => {
      const opened = Promise.withResolvers<Installation | null>()
      const use = withCell(home, name, async (place) => {
        opened.resolve({ ...home, ...place, home })
        await ended.promise
      }).catch((error: unknown) => {
        onUnread(name, error)
        opened.resolve(null)
      })
      uses.push(use)
      return { name, place: await opened.promise }
    }),
  )
  return {
    cells,
    async close() {
      ended.resolve()
      await Promise.all(uses)
    },
  }
}

type NamedPool = { name: string; pool: Installation['pool'] | null; archive?: Installation['archive'] }

/** Runs `use` with home and all cells. Null: a cell that does not answer. */
export const inReachableDatabases = async <Answer>(
  installation: Installation,
  use: (databases: NamedPool[]) => Promise<Answer>,
  onUnread: (name: string, error: unknown) => void = () => {},
): Promise<Answer> => {
  const home = installation.home ?? installation
  const { cells, close } = await openAll(home, onUnread)
  try {
    return await use([
      { name: 'home', pool: home.pool, archive: home.archive },
      ...cells.map(({ name, place }) =>
        place ? { name, pool: place.pool, archive: place.archive } : { name, pool: null },
      ),
    ])
  } finally {
    await close()
  }
}

/** The same. All must answer: a file without the entries of one would hide them. */
export const inDatabases = async <Answer>(
  installation: Installation,
  use: (databases: (Pick<Installation, 'pool' | 'archive'> & { name: string })[]) => Promise<Answer>,
): Promise<Answer> => {
  const errors: unknown[] = []
  return inReachableDatabases(
    installation,
    async (all) => {
      if (errors.length > 0) throw errors[0]
      return use(all as Parameters<typeof use>[0])
    },
    (_name, error) => void errors.push(error),
  )
}

const unreadLine = (name: string, error: unknown): string =>
  `The cell ${name} cannot be read at present: ${printable(errorLine(error))}\n`

/** All cells, until the command ends. One that cannot be used is reported to the operator. */
export const openCells = async (
  installation: Installation,
  terminal: Terminal,
  atEnd: (close: () => Promise<void>) => void,
): Promise<OpenCell[]> => {
  const { cells, close } = await openAll(installation, (name, error) => terminal.err(unreadLine(name, error)))
  atEnd(close)
  return cells
}

/** What every cell answers, in the order of their names. One that does not answer is named to the operator, and in the document. */
export const inEveryCell = async <Answer>(
  installation: Installation,
  { terminal, unread }: Pick<OpenCall, 'terminal' | 'unread'>,
  ask: (place: Installation, name: string) => Promise<Answer>,
): Promise<Answer[]> => {
  const { hasCells } = await loadPlaces()
  if (!(await hasCells(installation.pool))) return []
  const { readCells, cellsUse, withCell } = await loadCells()
  const cells = await readCells(installation.pool, installation.vaultFor(cellsUse))
  const asked = cells.map(({ name }) =>
    withCell(installation, name, (place) =>
      ask({ ...installation, ...place, home: installation }, name),
    ).then(
      (answer) => [answer],
      (error: unknown) => {
        terminal.err(unreadLine(name, error))
        unread.push(name)
        return []
      },
    ),
  )
  return (await Promise.all(asked)).flat()
}
