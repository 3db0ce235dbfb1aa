import { basename } from 'node:path'
import { type ActPlatform, useCase } from '../audit/index.ts'
import type { Vault } from '../storage/index.ts'
import { type ImportOptions, importBusinesses, importCitizens } from './import-records.ts'

const importers = { citizens: importCitizens, businesses: importBusinesses }

export type RegisterImport = Omit<ImportOptions, 'pool' | 'vault' | 'clock'> & {
  kind: keyof typeof importers
}

/**
 * Imports a file of citizens or businesses. The act has an entry when it begins and one when it ends, because records
 * are written in groups and a process may end in between.
 */
export const importRegister = useCase({
  action: 'register.import',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async perform({ kind, ...options }: RegisterImport, platform: ActPlatform & { vault: Vault }, record) {
    const { pool, clock, vault } = platform
    const subject = basename(options.file)
    const facts = { kind, view: options.view }
    await record(pool, { subject, after: { ...facts, state: 'started' } }, undefined)
    const report = await importers[kind]({ ...options, pool, clock, vault })
    const { written, refused, finished } = report
    const state = finished ? 'finished' : 'interrupted'
    return record(pool, { subject, after: { ...facts, state, written, refused } }, report)
  },
})
