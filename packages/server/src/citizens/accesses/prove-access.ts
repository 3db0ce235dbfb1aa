import { idInput } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Static } from 'typebox'
import { proveEntry } from '../../app/audit-transparency/index.ts'
import { archiveIn, defineReading, fileResult, type ReadingContext } from '../../gateway/acts/index.ts'
import { databasesOfLog } from './accesses-of-all.ts'
import type { AccessDependencies } from './dependencies.ts'
import { findOwnAccess } from './list-accesses.ts'

/** The proof that an access is in the transparency log. It verifies with the published key alone. */
export const proveAccess = defineReading({
  name: 'accesses.prove',
  sentence: {
    en: 'Downloads the proof of one entry of the own access log',
    fr: 'Télécharge la preuve d’une entrée de son journal des accès',
  },
  actors: { citizen: true },
  input: idInput,
  output: fileResult,
  refusals: ['not_found', 'history_incomplete'],
  routes: { citizen: 'GET /accesses/{id}/proof' },
  async read({ actor, input: { id }, needs }: ReadingContext<Static<typeof idInput>, AccessDependencies>) {
    const { row } = await findOwnAccess(actor, id, needs)
    const { application_id: applicationId, entry_id: entryId, day } = row
    // Each database has a log of its own.
    const database = databasesOfLog(needs).find(({ name }) => name === row.database)
    const proof =
      database?.pool &&
      (await proveEntry(database.pool, archiveIn(database, needs.archive), { applicationId, entryId, day }))
    if (proof?.state !== 'proved') throw new Refusal('not_found')
    return {
      file_name: 'nani-access.tlog-proof',
      content_type: 'text/plain; charset=utf-8',
      content: Buffer.from(proof.text),
    }
  },
})
