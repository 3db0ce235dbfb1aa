import type { CitizensOutcome, RefusedRow } from '../register/index.ts'
import { knownFiles, writeCitizensIn, writeFiles } from '../register/index.ts'
import { citizenCsv } from './citizen-csv.ts'
import { citizenOfRecord, type IncomingCitizen } from './citizen-of-record.ts'
import { checkCitizen } from './citizen-record.ts'
import type { RecordKind } from './record-kind.ts'

/** Citizens, with their files. */
export const citizenKind: RecordKind<IncomingCitizen> = {
  name: 'citizens',
  csv: citizenCsv,

  read(value, nowMs) {
    const checked = checkCitizen(value)
    return 'reason' in checked ? checked : citizenOfRecord(checked, nowMs)
  },

  nameOf: ({ citizen }) => ({ svc_id: citizen.svc_id }),

  async write(client, incoming, view, vault): Promise<CitizensOutcome> {
    const references = incoming.flatMap(({ fileReferences }) => fileReferences)
    const known = references.length > 0 ? await knownFiles(client, references) : new Set<string>()
    const refused: RefusedRow[] = []
    const candidates: { index: number; incoming: IncomingCitizen }[] = []
    for (const [index, one] of incoming.entries()) {
      const unknown = one.fileReferences.find((fileId) => !known.has(fileId))
      if (unknown === undefined) candidates.push({ index, incoming: one })
      else refused.push({ index, reason: `the register has no file ${unknown}` })
    }
    const outcome = await writeCitizensIn(
      client,
      candidates.map((candidate) => candidate.incoming.citizen),
      view,
    )
    const refusedAt = new Set(outcome.refused.map(({ index }) => index))
    const files = candidates.flatMap((candidate, at) => (refusedAt.has(at) ? [] : candidate.incoming.files))
    await writeFiles(client, vault, files)
    for (const { index, reason } of outcome.refused)
      refused.push({ index: (candidates[index] as (typeof candidates)[number]).index, reason })
    return { written: outcome.written, refused, lost: outcome.lost }
  },
}
