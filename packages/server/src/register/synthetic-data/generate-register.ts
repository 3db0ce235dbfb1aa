import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { type PopulationWrite, writePopulation } from './generate-population.ts'

/**
 * An operator writes a generated population to the register. The act has an entry when it begins and one when it ends,
 * because people are written in groups and a process may end in between.
 */
export const generateRegister = defineAct({
  name: 'register.generate',
  sentence: { en: 'Generates people in the register', fr: 'Génère des personnes dans le registre' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Unsafe<Omit<PopulationWrite, 'pool' | 'vault'>>(Type.Object({})),
  output: Type.Object({
    ...{ done: Type.Integer(), count: Type.Integer(), written: Type.Integer(), refused: Type.Integer() },
  }),
  needs: needsOf<ActNeeds & { registerPool: Pool; vault: Vault }>(),
  started: ({ input: { view: subject, count, seed } }) => ({
    ...{ subject, after: { count, seed, state: 'started' } },
  }),
  prepare: ({ input, needs: { registerPool: pool, vault } }) => writePopulation({ ...input, pool, vault }),
  async perform({ input: { view: subject, count, seed }, prepared: progress }) {
    const { written, refused } = progress
    return {
      result: progress,
      entry: { subject, after: { count, seed, written, refused, state: 'finished' } },
    }
  },
})
