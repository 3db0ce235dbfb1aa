import type { Template } from '@nani/engines/face-engine/index.ts'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type FileContent, writeSelfieIn } from '../../../register/register/index.ts'
import { type EnrolmentSource, enrolTemplates } from './template-store.ts'

type Portrait = {
  svcId: string
  photograph: FileContent
  template: Template
  source: EnrolmentSource
  atMs: number
}

/** Stores a portrait that an officer sent, with its template, in a register transaction. Null: there is no such citizen. */
export const storePortrait = async (
  client: pg.PoolClient,
  { svcId, photograph, template, source, atMs }: Portrait,
  vaults: { faces: Vault; files: Vault },
): Promise<string | null> => {
  const selfie = { svcId, photograph, capturedAt: rfc3339(atMs) }
  const fileId = await writeSelfieIn(client, vaults.files, selfie, 'production')
  if (fileId === null) return null
  const at = new Date(atMs)
  await enrolTemplates(client, vaults.faces, [{ svcId, fileId, template }], { source, at })
  return fileId
}
