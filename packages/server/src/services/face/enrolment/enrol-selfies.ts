import type { FaceEngine } from '@nani/engines/face-engine/index.ts'
import type { Clock } from '@nani/foundation/core/index.ts'
import { inTransaction, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Register, RegisterView } from '../../../register/register/index.ts'
import { makeTemplate } from './make-template.ts'
import { enrolTemplates, type NewTemplate } from './template-store.ts'

export type EnrolmentDependencies = {
  pool: pg.Pool
  clock: Clock
  vault: Vault
  engine: Pick<FaceEngine, 'analyse' | 'modelId'>
  register: Pick<Register, 'readFile'>
}

/** A photograph that was not enrolled: its person, and the code and problems of the refusal. */
export type NotEnrolled = { svcId: string; code: string; problems: readonly string[] }
export type EnrolmentReport = { enrolled: number; refused: number }

/** Progress reports, because the enrolment of a country takes days. */
export type EnrolmentReports = {
  onProgress?(report: EnrolmentReport): void
  onRefused?(refused: NotEnrolled): void
}

type Selfie = { svc_id: string; file_id: string }

const groupSize = 32

/**
 * Enrols the selfie of every certified person who has no template of the engine's model: after an import, or after a
 * model change. Templates of earlier models are kept. Completed work is kept, so the function can be interrupted and
 * called again. `only` names people. Null means everyone.
 */
export const enrolSelfies = async (
  view: RegisterView,
  only: readonly string[] | null,
  dependencies: EnrolmentDependencies,
  { onProgress, onRefused }: EnrolmentReports = {},
): Promise<EnrolmentReport> => {
  const report: EnrolmentReport = { enrolled: 0, refused: 0 }
  let after = ''
  for (;;) {
    const selfies = await selfiesToEnrol(view, only, after, dependencies)
    const last = selfies.at(-1)
    if (!last) return report
    const answers = await Promise.all(selfies.map((selfie) => templateOf(selfie, dependencies)))
    const templates = answers.filter((answer) => 'template' in answer)
    await inTransaction(dependencies.pool, (client) =>
      enrolTemplates(client, dependencies.vault, templates, new Date(dependencies.clock.now())),
    )
    report.enrolled += templates.length
    const refused = answers.filter((answer) => 'code' in answer)
    report.refused += refused.length
    for (const one of refused) onRefused?.(one)
    onProgress?.({ ...report })
    after = last.svc_id
  }
}

const selfiesToEnrol = async (
  view: RegisterView,
  only: readonly string[] | null,
  after: string,
  { pool, engine }: EnrolmentDependencies,
): Promise<Selfie[]> => {
  const visible = view === 'sandbox' ? 'in_sandbox' : 'in_production'
  const { rows } = await pool.query<Selfie>(
    `select c.svc_id, c.biometrics->'selfie'->'file'->>'file_id' as file_id from citizens c
     where c.${visible} and c.certified and c.status <> 'deleted' and c.svc_id > $1
       and ($2::text[] is null or c.svc_id = any($2)) and c.biometrics->'selfie'->'file' is not null
       and not exists (select 1 from face_templates t where t.svc_id = c.svc_id and t.model_id = $3
         and t.file_id = (c.biometrics->'selfie'->'file'->>'file_id')::uuid)
     order by c.svc_id limit ${groupSize}`,
    [after, only, engine.modelId],
  )
  return rows
}

const templateOf = async (
  { svc_id: svcId, file_id: fileId }: Selfie,
  { register, engine }: EnrolmentDependencies,
): Promise<NewTemplate | NotEnrolled> => {
  const file = await register.readFile(fileId)
  if (!file) return { svcId, code: 'file_missing', problems: [] }
  const made = await makeTemplate(file.bytes, engine)
  return 'vector' in made ? { svcId, fileId, template: made } : { svcId, ...made }
}
