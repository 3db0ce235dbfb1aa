import { rfc3339 } from '../../../core/index.ts'
import {
  type FileContent,
  inRegisterTransaction,
  type RegisterView,
  writeSelfieIn,
} from '../../../register/index.ts'
import type { Vault } from '../../../storage/index.ts'
import type { EnrolmentDependencies, EnrolmentReport, EnrolmentTold, NotEnrolled } from './enrol-selfies.ts'
import { makeTemplate } from './make-template.ts'
import { enrolTemplates } from './template-store.ts'

/** A photograph that an officer took of somebody. */
export type Photograph = { svcId: string; read(): Promise<FileContent> }

type Dependencies = EnrolmentDependencies & {
  /** Seals the files of the register. */
  filesVault: Vault
}

/** As many are analysed at once: every worker has one and the next is ready. */
const atOnce = 8

/**
 * Enrols photographs of people who are in the register: each is kept as the selfie on record, sealed, and its template
 * beside it, in one transaction. One that cannot be used is told and leaves nothing behind.
 */
export const enrolPhotographs = async (
  view: RegisterView,
  photographs: Iterable<Photograph>,
  dependencies: Dependencies,
  { onProgress, onRefused }: EnrolmentTold = {},
): Promise<EnrolmentReport> => {
  const report: EnrolmentReport = { enrolled: 0, refused: 0 }
  const waiting = photographs[Symbol.iterator]()
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const refused = await enrol(next.value, view, dependencies)
      if (refused) onRefused?.(refused)
      report[refused ? 'refused' : 'enrolled'] += 1
      onProgress?.({ ...report })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return report
}

const enrol = async (
  { svcId, read }: Photograph,
  view: RegisterView,
  { pool, vault, filesVault, engine, clock }: Dependencies,
): Promise<NotEnrolled | null> => {
  const photograph = await read()
  const made = await makeTemplate(photograph.bytes, engine)
  if (!('vector' in made)) return { svcId, ...made }
  return inRegisterTransaction(pool, async (client) => {
    const capturedAt = rfc3339(clock.now())
    const fileId = await writeSelfieIn(client, filesVault, { svcId, photograph, capturedAt }, view)
    if (fileId === null) return { svcId, code: 'not_found', problems: [] }
    await enrolTemplates(client, vault, [{ svcId, fileId, template: made }], new Date(clock.now()))
    return null
  })
}
