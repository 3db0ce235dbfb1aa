import { basename } from 'node:path'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import { type ActPlatform, useCase } from '../../app/audit/index.ts'
import type { EndAccess } from '../register/index.ts'
import { type ImportOptions, importBusinesses, importCitizens } from './import-records.ts'

const importers = { citizens: importCitizens, businesses: importBusinesses }

export type RegisterImport = Omit<ImportOptions, 'pool' | 'vault' | 'clock' | 'endAccess'> & {
  kind: keyof typeof importers
}

/** `endAccessBy`: a module of a higher layer ends the devices and sessions of citizens. */
type ImportPlatform = ActPlatform & { vault: Vault; endAccessBy(actor: Actor): EndAccess }

/**
 * Imports a file of citizens or businesses. The act has an entry when it begins and one when it ends, because records
 * are written in groups and a process may end in between.
 */
export const importRegister = useCase({
  action: 'register.import',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async perform({ kind, ...options }: RegisterImport, platform: ImportPlatform, record, actor) {
    const { pool, clock, vault } = platform
    const endAccess = platform.endAccessBy(actor)
    const subject = basename(options.file)
    const facts = { kind, view: options.view }
    await record(pool, { subject, after: { ...facts, state: 'started' } }, undefined)
    const report = await importers[kind]({ ...options, pool, clock, vault, endAccess })
    const { written, refused, ended, finished } = report
    const state = finished ? 'finished' : 'interrupted'
    return record(pool, { subject, after: { ...facts, state, written, refused, ended } }, report)
  },
})
