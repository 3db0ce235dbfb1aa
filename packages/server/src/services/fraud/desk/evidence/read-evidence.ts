import { type Actor, actorId, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineAct, defineReading, needsOf } from '../../../../gateway/acts/index.ts'
import type { FraudCase } from '../../case-row.ts'
import { entryOf } from '../case-acts.ts'
import { caseInput, findNamedCase, namedCaseRefusals } from '../case-named.ts'
import { type Desk, readers } from '../desk-needs.ts'
import { personOf } from '../desk-person.ts'
import { NotRendered, type Rendering } from '../evidence-view/rendered-file.ts'
import { lastOf, performActsWithin } from '../perform-act.ts'
import { noteScan, readFile, type StoredFile } from './evidence-store.ts'

const evidenceRequest = Type.Object(
  {
    ...caseInput,
    position: Type.Number(),
    reason: Type.String(),
    /** The bytes as they were sent, in place of the rendering. They are to be opened on an isolated machine only. */
    original: Type.Boolean(),
  },
  { additionalProperties: false },
)

export type ReadEvidence = {
  object: 'fraud_evidence'
  case_number: string
  position: number
  type: string
  format: string
  /** False: the files are the bytes that were sent. */
  rendered: boolean
  omitted: number
  files: Rendering['files']
}

const refusals = [...namedCaseRefusals, 'evidence_not_found', 'reason_required'] as const

/** Notes in the timeline of a case that a file is read, and why. */
export const noteReading = defineAct({
  name: 'cases.evidence',
  sentence: { en: 'Opens a file of evidence', fr: 'Ouvre une pièce' },
  actors: { operator: readers },
  input: evidenceRequest,
  output: Type.Unsafe<FraudCase>({}),
  needs: needsOf<Desk>(),
  refusals,
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const { position, reason } = input
    const { environment, caseId: fraudCase } = await findNamedCase(client, input)
    const acts = [{ act: 'evidence', position, reason } as const]
    const changes = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
    return { result: lastOf(changes), entry: entryOf(changes, person.account, desk) }
  },
})

/** A file of evidence, rendered for viewing. It is scanned first where a scanner is set. The reading is in the timeline. */
export const readFraudEvidence = defineReading({
  name: 'cases.read_evidence',
  sentence: { en: 'Reads a file of evidence', fr: 'Lit une pièce' },
  actors: { operator: readers },
  input: evidenceRequest,
  output: Type.Unsafe<ReadEvidence>(Type.Object({})),
  needs: needsOf<Desk>(),
  refusals: [...refusals, 'evidence_infected', 'scanner_unavailable', 'evidence_not_rendered', 'overloaded'],
  read: ({ pool, actor, input, needs: desk }) =>
    desk.viewInTurn({ holder: actorId(actor), run: () => viewed(pool, actor, input, desk) }),
  entry: ({ case_number }, { input: { position, original } }) => ({
    ...{ subject: case_number, after: { position, original } },
  }),
})

const viewed = async (
  pool: pg.Pool,
  actor: Actor,
  input: Static<typeof evidenceRequest>,
  desk: Desk,
): Promise<ReadEvidence> => {
  const { position, original } = input
  const found = await noteReading(actor, input, desk)
  const file = await readFile(pool, found, position, desk.vaults)
  await refuseMalware(file, (result) => noteScan(pool, found, position, result), desk)
  const { files, omitted } = original ? originalOf(file) : await rendered(file)
  return {
    object: 'fraud_evidence' as const,
    case_number: found.caseNumber,
    ...{ position, type: file.type, format: file.format, rendered: !original, omitted, files },
  }
}

type NoteScan = (scan: Parameters<typeof noteScan>[3]) => Promise<void>

/** A file is served only after a scan of its own, where a scanner is set. An infected one stays sealed. */
const refuseMalware = async (
  { malware, bytes }: StoredFile,
  note: NoteScan,
  { scanFile, clock }: Desk,
): Promise<void> => {
  if (malware !== null) throw new Refusal('evidence_infected', { malware })
  if (!scanFile) return
  const result = await scanFile(bytes)
  await note({ result, at: new Date(clock.now()) })
  if (result.verdict === 'infected') throw new Refusal('evidence_infected', { malware: result.malware })
  if (result.verdict === 'unavailable') throw new Refusal('scanner_unavailable', { reason: result.reason })
}

/** No program opens a file of this name and type by itself. */
const originalOf = ({ format, bytes }: StoredFile): Rendering => ({
  files: [{ name: `original.${format}.bin`, contentType: 'application/octet-stream', bytes }],
  omitted: 0,
})

const rendered = async ({ format, bytes }: StoredFile): Promise<Rendering> => {
  // It loads the libraries of images, PDF and tables. Most commands on cases need none of them.
  const { renderFile } = await import('../evidence-view/render-file.ts')
  try {
    return await renderFile(format, bytes)
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error
    throw new Refusal('evidence_not_rendered', { reason: error.reason })
  }
}
