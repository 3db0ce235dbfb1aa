import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type Archive,
  type ArchiveRun,
  archivedTableNames,
  runArchive,
  verifyArchive,
} from '@nani/foundation/archive/index.ts'
import { errorLine, Refusal } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type { ActNeeds } from '../../gateway/acts/index.ts'
import { whyChargesWait } from '../../money/invoicing/index.ts'
import { whyEntriesWait } from '../audit-transparency/index.ts'
import { whyRowsWait } from '../cells/index.ts'

/*
 * Each database has an archive of its own: a chain of days in its rows, and a folder. They are independent of each other, so that a cell
 * that is away delays no other one.
 */

type Place = Pick<Platform, 'pool' | 'ownerPool' | 'ownsSchema' | 'archive'>

/** A cell by its name. `place` is null: it cannot be used now. */
export type ArchivedCell = { name: string; place: Place | null }

type OfCell = { cell?: string }
type Answers<Answer> = { answers: { of: OfCell; answer: Answer }[]; away: { unread?: string[] } }

/** Asks home and all cells at once. A cell that does not answer is named. */
export const inAll = async <Own extends object, Answer>(
  home: Own & { cells?: readonly ArchivedCell[] },
  ask: (place: Own | Place, of: OfCell) => Promise<Answer>,
): Promise<Answers<Answer>> => {
  const unread: string[] = []
  const ofCells = (home.cells ?? []).map(async ({ name, place }) => {
    try {
      if (place) return [{ of: { cell: name }, answer: await ask(place, { cell: name }) }]
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
    }
    unread.push(name)
    return []
  })
  const [ofHome, ...others] = await Promise.all([
    ask(home, {}).then((answer) => [{ of: {}, answer }]),
    ...ofCells,
  ])
  return {
    answers: [...ofHome, ...others.flat()],
    away: unread.length === 0 ? {} : { unread: unread.toSorted() },
  }
}

type Run = {
  [List in keyof ArchiveRun]: (ArchiveRun[List][number] & OfCell)[]
} & { unread?: string[] }

type RunningNeeds = ActNeeds &
  Place &
  Pick<Platform, 'rootKey' | 'random'> & { cells?: readonly ArchivedCell[] }

/** Archives the days of all databases. */
export const runAll = async (needs: RunningNeeds): Promise<Run> => {
  const { rootKey, random, clock } = needs
  const errors: unknown[] = []
  const archiveOne = ({ ownerPool, archive: { folder, log } }: Place) =>
    runArchive({
      ...{ ownerPool, folder, log, rootKey, random, whyChargesWait, whyEntriesWait, whyRowsWait },
      now: () => clock.now(),
    })
  const { answers, away } = await inAll<RunningNeeds, ArchiveRun>(needs, async (place, { cell }) => {
    try {
      if (!place.ownsSchema)
        throw new Refusal('setting_missing', `The login of the owner of ${cell} may not drop partitions.`)
      return await archiveOne(place)
    } catch (error) {
      if (cell !== undefined && isDatabaseFault(error)) throw error
      errors.push(error)
      const message = error instanceof Refusal ? error.message : errorLine(error)
      return { archived: [], waiting: [], failed: archivedTableNames.map((table) => ({ table, message })) }
    }
  })
  const all = <List extends keyof ArchiveRun>(list: List) =>
    answers.flatMap(({ of, answer }) => answer[list].map((one) => ({ ...of, ...one }))) as Run[List]
  const run: Run = { archived: all('archived'), waiting: all('waiting'), failed: all('failed'), ...away }
  // With cells, the answer has what happened in the others.
  if (errors.length > 0 && run.archived.length === 0 && answers.length === 1 && !away.unread) throw errors[0]
  return run
}

type VerifyNeeds = Pick<Place, 'archive'> & Pick<ActNeeds, 'pool'> & { cells?: readonly ArchivedCell[] }

/** Checks the archives of all databases. */
export const verifyAll = async (needs: VerifyNeeds, nowMs: number) => {
  const { answers, away } = await inAll<VerifyNeeds, Awaited<ReturnType<typeof verifyArchive>>>(
    needs,
    ({ pool, archive }) => verifyArchive(pool, archive, nowMs),
  )
  const sum = (count: (one: (typeof answers)[number]['answer']) => number) =>
    answers.reduce((all, { answer }) => all + count(answer), 0)
  const folders = (needs.cells ?? []).map(({ place }) => place?.archive.folder ?? null)
  return {
    days: sum(({ days }) => days),
    erased: sum(({ erased }) => erased),
    rows: sum(({ rows }) => rows),
    faults: answers.flatMap(({ of, answer }) => answer.faults.map((fault) => ({ ...of, ...fault }))),
    unknown_files: [
      ...answers.flatMap(({ of, answer }) =>
        answer.unknown_files.map((name) => nameIn(needs.cells, of, name)),
      ),
      // The folder of a cell that is away is not known.
      ...(folders.includes(null) ? [] : await foldersWithoutCell(needs.archive, folders as string[])),
    ],
    ...away,
  }
}

const nameIn = (cells: VerifyNeeds['cells'], { cell }: OfCell, name: string): string => {
  const folder = cells?.find((one) => one.name === cell)?.place?.archive.folder
  return folder ? join('cells', basename(folder), name) : name
}

/** The archives of cells that were removed. */
const foldersWithoutCell = async ({ folder }: Archive, known: readonly string[]): Promise<string[]> => {
  const parent = dirname(known[0] ?? join(folder, 'cells', 'none'))
  const names = await readdir(parent).catch(() => [])
  return names
    .filter((name) => !known.includes(join(parent, name)))
    .map((name) => join('cells', name))
    .sort()
}
