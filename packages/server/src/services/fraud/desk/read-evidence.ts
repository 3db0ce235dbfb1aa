import { inTransaction } from '@nani/foundation/storage/index.ts'
import { useCase } from '../../../app/audit/index.ts'
import { entryOf } from './case-acts.ts'
import { type CaseNamed, findNamedCase } from './case-named.ts'
import { type Desk, investigators } from './desk.ts'
import { DeskRefusal } from './desk-errors.ts'
import { personOf } from './desk-person.ts'
import { noteScan, readFile, type StoredFile } from './evidence-store.ts'
import { renderFile } from './evidence-view/render-file.ts'
import { NotRendered, type Rendering } from './evidence-view/rendered-file.ts'
import { lastOf, performActsWithin } from './perform-act.ts'

export type EvidenceRequest = CaseNamed & {
  position: number
  reason: string
  /** The bytes as they were sent, in place of the rendering. They are to be opened on an isolated machine only. */
  original: boolean
}

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

/** A file of evidence, rendered for viewing. It is scanned first where a scanner is set. The reading is in the timeline. */
export const readFraudEvidence = useCase({
  action: 'cases.evidence',
  permission: { operator: investigators },
  async perform(input: EvidenceRequest, desk: Desk, record, actor) {
    const person = personOf(actor)
    const { position, reason, original } = input
    const { environment, caseId: fraudCase } = await findNamedCase(desk.pool, input)
    const acts = [{ act: 'evidence', position, reason } as const]
    const opened = await inTransaction(desk.pool, async (client) => {
      const done = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
      return record(client, entryOf(done, person.account, desk), lastOf(done))
    })
    const found = opened.result
    const file = await readFile(desk.pool, found, position, desk.vaults)
    await refuseMalware(file, (result) => noteScan(desk.pool, found, position, result), desk)
    const { files, omitted } = original ? originalOf(file) : await rendered(file)
    const evidence: ReadEvidence = {
      object: 'fraud_evidence',
      case_number: found.caseNumber,
      ...{ position, type: file.type, format: file.format, rendered: !original, omitted, files },
    }
    return record(desk.pool, { subject: found.caseNumber, after: { position, original } }, evidence)
  },
})

type NoteScan = (scan: Parameters<typeof noteScan>[3]) => Promise<void>

/** A file is served only after a scan of its own, where a scanner is set. An infected one stays sealed. */
const refuseMalware = async (
  { malware, bytes }: StoredFile,
  note: NoteScan,
  { scanFile, clock }: Desk,
): Promise<void> => {
  if (malware !== null) throw new DeskRefusal('evidence_infected', { malware })
  if (!scanFile) return
  const result = await scanFile(bytes)
  await note({ result, at: new Date(clock.now()) })
  if (result.verdict === 'infected') throw new DeskRefusal('evidence_infected', { malware: result.malware })
  if (result.verdict === 'unavailable')
    throw new DeskRefusal('scanner_unavailable', { reason: result.reason })
}

/** No program opens a file of this name and type by itself. */
const originalOf = ({ format, bytes }: StoredFile): Rendering => ({
  files: [{ name: `original.${format}.bin`, contentType: 'application/octet-stream', bytes }],
  omitted: 0,
})

const rendered = async ({ format, bytes }: StoredFile): Promise<Rendering> => {
  try {
    return await renderFile(format, bytes)
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error
    throw new DeskRefusal('evidence_not_rendered', { reason: error.reason })
  }
}
