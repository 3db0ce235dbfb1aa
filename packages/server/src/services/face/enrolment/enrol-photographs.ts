import { mapWithConcurrency, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import {
  type FileContent,
  inRegisterTransaction,
  type RegisterView,
  writeSelfieIn,
} from '../../../register/register/index.ts'
import type {
  EnrolmentDependencies,
  EnrolmentReport,
  EnrolmentReports,
  NotEnrolled,
} from './enrol-selfies.ts'
import { makeTemplate } from './make-template.ts'
import { enrolTemplates } from './template-store.ts'

/** A photograph of a person that an officer took. */
export type Photograph = { svcId: string; read(): Promise<FileContent> }

type Dependencies = EnrolmentDependencies & {
  /** Encrypts the files of the register. */
  filesVault: Vault
}

/** Number of concurrent analyses, so that every worker has one and the next is ready. */
const concurrency = 8

/**
 * Enrols photographs of people in the register. Each is stored encrypted as the selfie on record, with its template,
 * in one transaction. An unusable photograph is reported and leaves no data.
 */
export const enrolPhotographs = async (
  view: RegisterView,
  photographs: Iterable<Photograph>,
  dependencies: Dependencies,
  { onProgress, onRefused }: EnrolmentReports = {},
): Promise<EnrolmentReport> => {
  const report: EnrolmentReport = { enrolled: 0, refused: 0 }
  await mapWithConcurrency(photographs, concurrency, async (photograph) => {
    const refused = await enrol(photograph, view, dependencies)
    if (refused) onRefused?.(refused)
    report[refused ? 'refused' : 'enrolled'] += 1
    onProgress?.({ ...report })
  })
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
