import { createHash } from 'node:crypto'
import { OperatorError } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { useCase } from '../../app/audit/index.ts'
import { lockApplication, type OrganizationDependencies, readSummary } from './applications.ts'

/** A file of null removes the logo. */
export type LogoChange = { applicationId: string; file: Uint8Array | null }
export type SetLogo = { application_id: string; logo_hash: string | null; bytes: number }

/** Larger files are refused before they are decoded. */
export const maxLogoFileBytes = 1024 * 1024

/**
 * Gives an application the logo that citizens see next to its name (spec/sign-in#logo-of-an-application). Throws an
 * OperatorError.
 */
export const setLogo = useCase({
  action: 'applications.logo',
  permission: { operator: ['supervisor', 'reviewer'] },
  async perform({ applicationId, file }: LogoChange, { pool }: OrganizationDependencies, record) {
    if (file && file.length > maxLogoFileBytes)
      throw new OperatorError('application_logo_invalid', 'The file has more than 1 MB.')
    // The picture library is loaded only here: other commands start faster without it.
    const logo = file && (await (await import('./logo-image.ts')).drawLogo(file))
    const hash = logo && createHash('sha256').update(logo).digest('hex')
    return inTransaction(pool, async (client) => {
      await lockApplication(client, applicationId)
      const before = await readSummary(client, applicationId)
      await client.query('update applications set logo = $2, logo_hash = $3 where application_id = $1', [
        ...[applicationId, logo, hash],
      ])
      await announceChange(client, applicationId)
      const result: SetLogo = { application_id: applicationId, logo_hash: hash, bytes: logo?.length ?? 0 }
      const entry = {
        subject: applicationId,
        before: { logo_hash: before.logo_hash },
        after: { logo_hash: hash },
      }
      return record(client, entry, result)
    })
  },
})

/** The bytes of a logo; null if the application has no logo of this hash any more. */
export const readLogo = async (
  pool: pg.Pool,
  applicationId: string,
  hash: string,
): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ logo: Buffer }>({
    name: 'application-logo',
    text: 'select logo from applications where application_id = $1 and logo_hash = $2',
    values: [applicationId, hash],
  })
  return rows[0]?.logo ?? null
}
