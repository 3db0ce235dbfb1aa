import { idInput } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Static } from 'typebox'
import { proveEntry } from '../../app/audit-transparency/index.ts'
import { defineReading, fileResult, type ReadingContext } from '../../gateway/acts/index.ts'
import { readEntryId } from './access-entry.ts'
import type { AccessDependencies } from './dependencies.ts'
import { citizenKeyOf } from './list-accesses.ts'
import { findAccess } from './read-accesses.ts'

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
  refusals: ['not_found'],
  routes: { citizen: 'GET /accesses/{id}/proof' },
  async read({
    pool,
    actor,
    input: { id },
    needs,
  }: ReadingContext<Static<typeof idInput>, AccessDependencies>) {
    const place = readEntryId(id)
    const row = place && (await findAccess({ ...needs, database: pool }, citizenKeyOf(actor, needs), place))
    const proof = row && place ? await proveEntry(pool, needs.archive, place) : null
    if (proof?.state !== 'proved') throw new Refusal('not_found')
    return {
      file_name: 'nani-access.tlog-proof',
      content_type: 'text/plain; charset=utf-8',
      content: Buffer.from(proof.text),
    }
  },
})
