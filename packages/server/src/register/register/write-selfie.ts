import type { Vault } from '@nani/foundation/storage/index.ts'
import type { PoolClient } from 'pg'
import { fileIdOf } from './file-id.ts'
import type { FileContent, RegisterView } from './register.ts'
import { countRegisterChange } from './register-revision.ts'
import { writeFiles } from './write-files.ts'

/**
 * Stores a photograph as the selfie of a citizen, in a transaction of `inRegisterTransaction`. Returns its file id,
 * or null if the register of `view` has no citizen with this number.
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
    `update citizens set biometrics =
       coalesce(biometrics, '{"selfie": null, "fingerprints": [], "iris": []}') || jsonb_build_object('selfie', $2::jsonb)
     where svc_id = $1 and ${view === 'sandbox' ? 'in_sandbox' : 'in_production'}`,
    [svcId, JSON.stringify(selfie)],
  )
  if (!rowCount) return null
  await writeFiles(client, vault, [{ file_id, ...photograph }])
  await countRegisterChange(client)
  return file_id
}
