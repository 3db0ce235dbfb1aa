import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import { writeCreditRecordsIn } from '../credit-records/index.ts'
import type { Citizen, WriteView } from '../register/index.ts'
import { inRegisterTransaction, writeCitizensIn } from '../register/index.ts'
import { creditHistorySource, creditRecordsOf } from './population/credit-records.ts'
import { monthStart, referenceMs } from './population/dates.ts'
import { citizenSource } from './population/generate-citizen.ts'
import { populationFiles } from './population/shared-files.ts'
import { writeSyntheticFiles } from './seed-sandbox.ts'

const citizensPerGroup = 1000
/** After this number the event loop can process running statements. */
const citizensPerTurn = 50

export type PopulationOptions = {
  count: number
  /** The same seed gives the same people, whatever their number. */
  seed: string
}

/** A realistic synthetic population, one citizen after another. */
export const generatePopulation = async function* ({
  count,
  seed,
}: PopulationOptions): AsyncGenerator<Citizen> {
  const citizenAt = citizenSource(seed)
  for (let index = 0; index < count; index++) yield citizenAt(index)
}

type Group = { people: Citizen[]; from: number }

export type PopulationWrite = PopulationOptions & {
  pool: Pool
  /** Encrypts the few synthetic files that the people share. */
  vault: Vault
  view: WriteView
  /** The credit records describe the month that ends before this time. */
  nowMs?: number
  onProgress?(progress: PopulationProgress): void
}

/** `refused`: people whose document number or identity is taken, for instance by another seed's. */
export type PopulationProgress = { done: number; count: number; written: number; refused: number }

/** Generates a population into the register. A second run with the same seed changes no data. */
export const writePopulation = async (options: PopulationWrite): Promise<PopulationProgress> => {
  const { pool, vault, view, count, seed, onProgress, nowMs = referenceMs } = options
  const progress: PopulationProgress = { done: 0, count, written: 0, refused: 0 }
  await writeSyntheticFiles(pool, vault, populationFiles)
  const citizenAt = citizenSource(seed)
  const historyAt = creditHistorySource(seed)
  const write = async ({ people, from }: Group, last: boolean) => {
    const { written, refused } = await inRegisterTransaction(
      pool,
      async (client) => {
        const outcome = await writeCitizensIn(client, people, view)
        const taken = new Set(outcome.refused.map(({ index }) => index))
        const records = people.flatMap(({ svc_id }, index) =>
          taken.has(index) ? [] : creditRecordsOf(svc_id, historyAt(from + index), monthStart(nowMs)),
        )
        await writeCreditRecordsIn(client, records, new Date(nowMs))
        return outcome
      },
      last ? 'durable' : 'lazy',
    )
    progress.done += people.length
    progress.written += written
    progress.refused += refused.length
    onProgress?.({ ...progress })
  }
  // The next group is generated while the database writes the previous one, so that both use a core.
  let writing = Promise.resolve()
  for (let from = 0; from < count; from += citizensPerGroup) {
    const group: Citizen[] = []
    for (let index = from; index < Math.min(from + citizensPerGroup, count); index++) {
      group.push(citizenAt(index))
      if (group.length % citizensPerTurn === 0) await nextTurn()
    }
    await writing
    writing = write({ people: group, from }, from + citizensPerGroup >= count)
    // A failure is thrown where it is awaited. Until then it is not an unhandled rejection.
    writing.catch(() => {})
  }
  await writing
  return progress
}
