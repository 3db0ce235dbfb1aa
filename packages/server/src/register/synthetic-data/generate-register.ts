import type { Vault } from '@nani/foundation/storage/index.ts'
import { type ActPlatform, useCase } from '../../app/audit/index.ts'
import { type PopulationWrite, writePopulation } from './generate-population.ts'

/**
 * An operator writes a generated population to the register. The act has an entry when it begins and one when it ends,
 * because people are written in groups and a process may end in between.
 */
export const generateRegister = useCase({
  action: 'register.generate',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async perform(
    input: Omit<PopulationWrite, 'pool' | 'vault'>,
    { pool, vault }: ActPlatform & { vault: Vault },
    record,
  ) {
    const { view: subject, count, seed } = input
    await record(pool, { subject, after: { count, seed, state: 'started' } }, undefined)
    const progress = await writePopulation({ ...input, pool, vault })
    const { written, refused } = progress
    return record(pool, { subject, after: { count, seed, written, refused, state: 'finished' } }, progress)
  },
})
