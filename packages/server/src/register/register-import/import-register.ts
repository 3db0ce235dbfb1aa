import { basename } from 'node:path'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import type { EndAccess } from '../register/index.ts'
import { type ImportOptions, type ImportReport, importBusinesses, importCitizens } from './import-records.ts'

const importers = { citizens: importCitizens, businesses: importBusinesses }

export type RegisterImport = Omit<ImportOptions, 'pool' | 'vault' | 'clock' | 'endAccess'> & {
  kind: keyof typeof importers
}

/** `endAccessBy`: a module of a higher layer ends the devices and sessions of citizens. */
type ImportNeeds = ActNeeds & { registerPool: Pool; vault: Vault; endAccessBy(actor: Actor): EndAccess }

/**
 * Imports a file of citizens or businesses. The act has an entry when it begins and one when it ends, because records
 * are written in groups and a process may end in between.
 */
export const importRegister = defineAct({
  name: 'register.import',
  sentence: { en: 'Imports a file into the register', fr: 'Importe un fichier dans le registre' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Unsafe<RegisterImport>(Type.Object({})),
  output: Type.Unsafe<ImportReport>(Type.Object({})),
  needs: needsOf<ImportNeeds>(),
  refusals: ['register_file_unusable', 'import_interrupted'],
  started: ({ input: { kind, view, file } }) => ({
    ...{ subject: basename(file), after: { kind, view, state: 'started' } },
  }),
  prepare: ({
    input: { kind, ...options },
    actor,
    needs: { registerPool: pool, clock, vault, endAccessBy },
  }) => importers[kind]({ ...options, pool, clock, vault, endAccess: endAccessBy(actor) }),
  async perform({ input: { kind, view, file }, prepared: report }) {
    const { written, refused, ended, finished } = report
    const state = finished ? 'finished' : 'interrupted'
    return {
      result: report,
      entry: { subject: basename(file), after: { kind, view, state, written, refused, ended } },
    }
  },
})
