import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'
import { applicationInput, lockApplication, readSummary } from './applications.ts'

const logoResult = Type.Object({
  application_id: Type.String(),
  logo_hash: Type.Union([Type.String(), Type.Null()]),
  bytes: Type.Integer(),
})
export type SetLogo = Static<typeof logoResult>

/** Larger files are refused before they are decoded. */
export const maxLogoFileBytes = 1024 * 1024

/**
 * Gives an application the logo that citizens see next to its name (spec/sign-in#logo-of-an-application). Throws an
 * Refusal.
 */
export const setLogo = defineAct({
  name: 'applications.logo',
  sentence: { en: 'Sets the logo of an application', fr: 'Définit le logo d’une application' },
  actors: { operator: ['supervisor', 'reviewer'] },
  /** A file of null removes the logo. */
  input: Type.Object(
    { ...applicationInput, file: Type.Unsafe<Uint8Array | null>({}) },
    { additionalProperties: false },
  ),
  output: logoResult,
  refusals: ['application_logo_invalid', 'application_not_found'],
  async prepare({ input: { file } }: { input: { file: Uint8Array | null } }) {
    if (file && file.length > maxLogoFileBytes)
      throw new Refusal('application_logo_invalid', 'The file has more than 1 MB.')
    // The picture library is loaded only here: other commands start faster without it.
    return file && (await (await import('./logo-image.ts')).drawLogo(file))
  },
  async perform({ client, input: { application_id }, prepared: logo }) {
    const logo_hash = logo && createHash('sha256').update(logo).digest('hex')
    await lockApplication(client, application_id)
    const before = await readSummary(client, application_id)
    await client.query('update applications set logo = $2, logo_hash = $3 where application_id = $1', [
      application_id,
      logo,
      logo_hash,
    ])
    await announceChange(client, application_id)
    return {
      result: { application_id, logo_hash, bytes: logo?.length ?? 0 },
      entry: { subject: application_id, before: { logo_hash: before.logo_hash }, after: { logo_hash } },
    }
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
