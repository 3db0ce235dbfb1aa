import type { Environment } from '@nani/contract'
import type { EnrolledTemplate, TemplateChange, TemplateSource } from '@nani/engines/face-search/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { openTemplate } from './template-store.ts'

const pageRows = 5_000

type Row = {
  svc_id: string
  file_id: string
  template_number: string
  change: string
  sealed_template: Buffer | null
}

/**
 * The enrolled faces of an environment and a model, as the source of the search. It ignores certification, which
 * changes without a change of the face. The caller checks found people in the register.
 */
export const createTemplateSource = (
  pool: pg.Pool,
  vault: Vault,
  modelId: string,
  environment: Environment,
): TemplateSource => {
  const visible = `c.${environment === 'sandbox' ? 'in_sandbox' : 'in_production'}`
  const selection = `select t.svc_id, t.file_id, t.template_number, t.change, t.sealed_template
    from face_templates t join citizens c using (svc_id) where t.model_id = $1 and ${visible}`
  const vectorOf = ({ sealed_template, ...row }: Row): Float32Array | null =>
    sealed_template && openTemplate(vault, { ...row, sealed_template }, modelId).vector

  const pages = async function* (): AsyncGenerator<EnrolledTemplate[]> {
    let last = 0
    for (;;) {
      const { rows } = await pool.query<Row>(
        `${selection} and t.template_number > $2 and t.sealed_template is not null
         order by t.template_number limit ${pageRows}`,
        [modelId, last],
      )
      const batch = rows.flatMap((row) => {
        const vector = vectorOf(row)
        return vector ? [{ id: Number(row.template_number), vector }] : []
      })
      if (batch.length > 0) yield batch
      if (rows.length < pageRows) return
      last = Number(rows.at(-1)?.template_number)
    }
  }

  return {
    async readAll() {
      // It is read first. A change during the reading of the pages is then returned again as a change.
      const { rows } = await pool.query<{ change: string }>('select change from face_changes')
      return { version: Number(rows[0]?.change ?? 0), batches: pages() }
    },
    async changesSince(version) {
      const { rows: latest } = await pool.query<{ change: string | null }>(
        `select max(change) as change from
           (select change from face_templates where change > $1 order by change limit ${pageRows}) as coming`,
        [version],
      )
      const change = latest[0]?.change
      if (!change) return { version, changes: [] }
      // The templates of one transaction have one change number and are returned together.
      const { rows } = await pool.query<Row>(
        `${selection} and t.change > $2 and t.change <= $3 order by t.change`,
        [modelId, version, change],
      )
      const changes = rows.map(
        (row): TemplateChange => ({ id: Number(row.template_number), vector: vectorOf(row) }),
      )
      return { version: Number(change), changes }
    },
  }
}
