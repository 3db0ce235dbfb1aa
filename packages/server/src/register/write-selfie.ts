import type { PoolClient } from 'pg'
import type { Vault } from '../storage/index.ts'
import type { FileContent, RegisterView } from './register.ts'
import { countRegisterChange } from './register-revision.ts'
import { fileIdOf } from './specimens/index.ts'
import { writeFiles } from './write-files.ts'

/**
 * Keeps a photograph as the selfie of a citizen, in a transaction of `inRegisterTransaction`. Answers its file id, or
 * null when nobody of this number is in the register of `view`.
 */
export const writeSelfieIn = async (
  client: PoolClient,
  vault: Vault,
  { svcId, photograph, capturedAt }: { svcId: string; photograph: FileContent; capturedAt: string },
  view: RegisterView,
): Promise<string | null> => {
  const file_id = fileIdOf(photograph.bytes)
  const selfie = { captured_at: capturedAt, file: { content_type: photograph.content_type, file_id } }
  const { rowCount } = await client.query(
    `UPDATE citizens SET biometrics =
       coalesce(biometrics, '{"selfie": null, "fingerprints": [], "iris": []}') || jsonb_build_object('selfie', $2::jsonb)
     WHERE svc_id = $1 AND ${view === 'sandbox' ? 'in_sandbox' : 'in_production'}`,
    [svcId, JSON.stringify(selfie)],
  )
  if (!rowCount) return null
  await writeFiles(client, vault, [{ file_id, ...photograph }])
  await countRegisterChange(client)
  return file_id
}
