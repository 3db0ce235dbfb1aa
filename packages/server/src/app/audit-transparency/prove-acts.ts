import type { Archive } from '@nani/foundation/archive/index.ts'
import { idTime, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineReading, type ReadingContext } from '../../gateway/acts/index.ts'
import { actNumber, proveAct } from './acts/prove-act.ts'
import { findEntries, proveEntry } from './prove-entry.ts'

const input = Type.Object({ id: Type.String({ maxLength: 128 }) }, { additionalProperties: false })
export type ProvedEntry = { application_id: string | null; entry_id: string; proof: string }

type Needs = ActNeeds & {
  archive: Archive
  /** Looks in the log that the caller named, and in no other one: the acts of each database have numbers of their own. */
  proveIn?: ((id: string) => Promise<ProvedEntry | null>) | undefined
  /** Looks for the entry in the other logs of the installation. Null: none has it. */
  proveElsewhere?(id: string): Promise<ProvedEntry | null>
}
type Reads = ReadingContext<Static<typeof input>, Needs>

/** When an id of a request or a result was made: it has its time after its prefix. */
const madeAt = (id: string): number | null => idTime(id.slice(0, id.lastIndexOf('_')), id)

const refusedProof = (id: string) =>
  new Refusal('audit_entry_not_logged', `The entry ${id} is not in the transparency log.`)

/** The proof of one audit entry, by the id of its request or result, or of an act, such as `act_12`. */
export const proveAuditEntry = defineReading({
  name: 'audit.prove',
  sentence: {
    en: 'Proves that an audit entry or an act is in the transparency log',
    fr: 'Prouve qu’une entrée d’audit ou un acte est dans le journal de transparence',
  },
  actors: { operator: ['supervisor', 'auditor'] },
  input,
  output: Type.Object({
    /** Null: an act. */
    application_id: Type.Union([Type.String(), Type.Null()]),
    entry_id: Type.String(),
    proof: Type.String(),
  }),
  refusals: ['audit_entry_not_found', 'audit_entry_not_logged'],
  async read({ pool, input: { id }, needs: { archive, proveIn, proveElsewhere } }: Reads) {
    const inAll = async () => (await proveById(pool, archive, id)) ?? (await proveElsewhere?.(id))
    const found = await (proveIn?.(id) ?? inAll())
    if (!found) throw new Refusal('audit_entry_not_found', `The log has no entry ${id}.`)
    return found
  },
  entry: ({ application_id, entry_id }) => ({ subject: application_id ?? entry_id, after: { entry_id } }),
})

/** The proof of an entry in the log of one database, or of an act. Null: it has no such entry. */
export const proveById = async (
  database: Database,
  archive: Archive,
  id: string,
): Promise<ProvedEntry | null> => {
  const number = actNumber(id)
  if (number !== null) {
    const proof = await proveAct(database, number)
    if (proof.state !== 'proved') throw refusedProof(id)
    return { application_id: null, entry_id: id, proof: proof.text }
  }
  const atMs = madeAt(id)
  const [key, other] =
    atMs === null ? [] : await findEntries(database, archive, { entryId: id, madeAtMs: atMs })
  if (key && other && key.entryId !== id)
    throw new Refusal(
      'audit_entry_not_found',
      `The request ${id} has several entries: name one by its result.`,
    )
  if (!key) return null
  const proof = await proveEntry(database, archive, key)
  if (proof.state !== 'proved') throw refusedProof(id)
  return { application_id: key.applicationId, entry_id: key.entryId, proof: proof.text }
}
