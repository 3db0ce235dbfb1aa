import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Vault } from '../storage/index.ts'
import { citizenSource } from './population/generate-citizen.ts'
import { populationSpecimens } from './population/specimens.ts'
import type { Citizen } from './register.ts'
import { writeSpecimens } from './seed-sandbox.ts'
import { writeCitizens } from './write-citizens.ts'
import type { WriteView } from './write-view.ts'

const citizensPerGroup = 1000
/** After so many the event loop gets its turn, for the statements that are under way. */
const citizensPerTurn = 50

export type PopulationOptions = {
  count: number
  /** The same seed gives the same people, however many are asked for. */
  seed: string
}

/** A realistic synthetic population, one citizen after another. */
export async function* generatePopulation({ count, seed }: PopulationOptions): AsyncGenerator<Citizen> {
  const citizenAt = citizenSource(seed)
  for (let index = 0; index < count; index++) yield citizenAt(index)
}

export type PopulationWrite = PopulationOptions & {
  pool: Pool
  /** Seals the few specimen files that the people share. */
  vault: Vault
  view: WriteView
  onProgress?(progress: PopulationProgress): void
}

/** `refused`: people whose document number or identity is taken, for instance by another seed's. */
export type PopulationProgress = { done: number; count: number; written: number; refused: number }

/** Generates a population into the register. Run again with the same seed it changes nothing. */
export const writePopulation = async (options: PopulationWrite): Promise<PopulationProgress> => {
  const { pool, vault, view, count, seed, onProgress } = options
  const progress: PopulationProgress = { done: 0, count, written: 0, refused: 0 }
  await writeSpecimens(pool, vault, populationSpecimens)
  const citizenAt = citizenSource(seed)
  const write = async (group: Citizen[], last: boolean) => {
    const { written, refused } = await writeCitizens(pool, group, view, last ? 'durable' : 'lazy')
    progress.done += group.length
    progress.written += written
    progress.refused += refused.length
    onProgress?.({ ...progress })
  }
  // The next group is made while the database writes the one before: one core each.
  let writing = Promise.resolve()
  for (let from = 0; from < count; from += citizensPerGroup) {
    const group: Citizen[] = []
    for (let index = from; index < Math.min(from + citizensPerGroup, count); index++) {
      group.push(citizenAt(index))
      if (group.length % citizensPerTurn === 0) await nextTurn()
    }
    await writing
    writing = write(group, from + citizensPerGroup >= count)
    // A failure is thrown where it is awaited, not as an unhandled rejection meanwhile.
    writing.catch(() => {})
  }
  await writing
  return progress
}
