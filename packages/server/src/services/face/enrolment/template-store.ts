import type { Template } from '@nani/engines/face-engine/index.ts'
import { createBatcher, Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** Who took an enrolled photograph: a clerk, the app, or a file of unknown origin (docs/face-recognition.md#enrolment). */
export const enrolmentSources = ['clerk', 'app', 'file'] as const
export type EnrolmentSource = (typeof enrolmentSources)[number]

/** A photograph of a person with its template. `fileId` is the photograph, a file of the register. */
export type NewTemplate = { svcId: string; fileId: string; template: Template }

/** An enrolled template, found by its number. */
export type FoundTemplate = { number: number; svcId: string; template: Template }

type Row = { svc_id: string; file_id: string; template_number: string; sealed_template: Buffer }

const context = (svcId: string, fileId: string, modelId: string) =>
  `face template:${svcId}:${fileId}:${modelId}`

export const facesChannel = 'nani_faces'

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Little-endian 32-bit floats, the format of all machines that Nani supports. */
const vectorOf = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

export const openTemplate = (vault: Vault, row: Omit<Row, 'template_number'>, modelId: string): Template => ({
  modelId,
  vector: vectorOf(vault.open(row.sealed_template, context(row.svc_id, row.file_id, modelId))),
})

/** Takes the next change number. Other transactions wait for this one, so that changes become visible in order. */
const nextChange = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ change: string }>(
    'update face_changes set change = change + 1 returning change',
  )
  await client.query('select pg_notify($1, $2)', [facesChannel, ''])
  return Number(rows[0]?.change)
}

/** Enrols photographs in the transaction of the caller. An enrolled photograph is replaced. */
export const enrolTemplates = async (
  client: pg.PoolClient,
  vault: Vault,
  enrolled: readonly NewTemplate[],
  { source, at }: { source: EnrolmentSource; at: Date },
): Promise<void> => {
  if (enrolled.length === 0) return
  const change = await nextChange(client)
  await client.query(
    `insert into face_templates (svc_id, file_id, model_id, change, sealed_template, enrolled_at, source)
     select e.*, $6, $7 from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::bytea[]) as e
     on conflict (svc_id, file_id, model_id) do update
       set change = excluded.change, sealed_template = excluded.sealed_template, enrolled_at = excluded.enrolled_at,
         source = excluded.source`,
    [
      enrolled.map(({ svcId }) => svcId),
      enrolled.map(({ fileId }) => fileId),
      enrolled.map(({ template }) => template.modelId),
      enrolled.map(() => change),
      enrolled.map(({ svcId, fileId, template }) =>
        vault.seal(bytesOf(template.vector), context(svcId, fileId, template.modelId)),
      ),
      at,
      source,
    ],
  )
}

/** Deletes the enrolled faces of a person, for every model. Returns their number. */
export const revokeTemplates = (client: pg.PoolClient, svcId: string): Promise<number> =>
  revokeTemplatesOf(client, [svcId])

/** The same for many people. */
export const revokeTemplatesOf = async (
  client: pg.PoolClient,
  svcIds: readonly string[],
): Promise<number> => {
  if (svcIds.length === 0) return 0
  const change = await nextChange(client)
  const { rowCount } = await client.query(
    `update face_templates set sealed_template = null, change = $2
     where svc_id = any($1) and sealed_template is not null`,
    [svcIds, change],
  )
  return rowCount ?? 0
}

const readLimits = {
  maxInFlight: 2,
  maxGroup: 64,
  maxWaiting: 5_000,
  overflow: () =>
    new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many reads of templates wait' }),
}

export type TemplateReads = {
  templatesOf(svcId: string): Promise<readonly Template[]>
  /** The current templates with these numbers. */
  byNumber(numbers: readonly number[]): Promise<FoundTemplate[]>
}

/** Concurrent reads share a statement. */
export const createTemplateReads = (pool: pg.Pool, vault: Vault, modelId: string): TemplateReads => ({
  templatesOf: createBatcher<string, readonly Template[]>(async (svcIds) => {
    const { rows } = await pool.query<Row>({
      name: 'face-templates-of',
      text: `select svc_id, file_id, sealed_template from face_templates
             where svc_id = any($1) and model_id = $2 and sealed_template is not null`,
      values: [svcIds, modelId],
    })
    const bySvcId = Map.groupBy(rows, ({ svc_id }) => svc_id)
    return svcIds.map((svcId) => (bySvcId.get(svcId) ?? []).map((row) => openTemplate(vault, row, modelId)))
  }, readLimits),

  async byNumber(numbers) {
    const { rows } = await pool.query<Row>({
      name: 'face-templates-by-number',
      text: `select svc_id, file_id, template_number, sealed_template from face_templates
             where template_number = any($1) and model_id = $2 and sealed_template is not null`,
      values: [numbers, modelId],
    })
    return rows.map((row) => ({
      number: Number(row.template_number),
      svcId: row.svc_id,
      template: openTemplate(vault, row, modelId),
    }))
  },
})
