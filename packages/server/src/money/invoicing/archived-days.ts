import type { Archive, ArchivedDay } from '@nani/foundation/archive/index.ts'
import { archiveIn, askAll, type NamedDatabase } from '../../gateway/acts/index.ts'

/** An archive with a day in it. */
export type DayIn = { archive: Archive; day: ArchivedDay }

/**
 * The archived days of charges, by the name of their database. `databases`: null where home has the only archive. `unread`: the databases
 * whose days are not known at present.
 */
export const archivedDaysOfCharges = async (
  databases: readonly NamedDatabase[] | null,
  archive: Archive,
  withinMs?: number,
): Promise<{ answers: { name: string; answer: DayIn[] }[]; unread: string[] }> => {
  const daysOf = async (one: Archive): Promise<DayIn[]> =>
    (await one.steadily(() => one.daysOf('call_charges'))).map((day) => ({ archive: one, day }))
  return databases
    ? askAll(databases, (_pool, _name, one) => daysOf(archiveIn(one)), withinMs)
    : { answers: [{ name: 'home', answer: await daysOf(archive) }], unread: [] }
}
