import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct } from '../../../gateway/acts/index.ts'
import { applicationInput, lockApplication, readSummary } from '../applications.ts'
import { issuedCredentials, issueKeys, type OrganizationDependencies } from './issue-keys.ts'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Maximum overlap of the old and the new key set (spec/organizations#key-rotation). */
const maxOverlapMs = 7 * unitMs.d

/** `90m`, `12h` or `7d` in seconds; `0` is no overlap. Throws a Refusal. */
export const readOverlap = (text: string): number => {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const overlapMs = text === '0' ? 0 : Number(count) * unitMs[unit as keyof typeof unitMs]
  if (overlapMs <= maxOverlapMs) return overlapMs / 1_000
  throw new Refusal(
    'application_setting_invalid',
    `The overlap "${text}" is not valid. Write 0, or a time up to 7d such as 12h or 3d.`,
  )
}

/** The new key set, and when the old one ends; null: it ended with the rotation. */
export const rotatedKeys = Type.Object({
  ...issuedCredentials.properties,
  old_keys_end_at: Type.Union([Type.String(), Type.Null()]),
})
const keyRotation = Type.Object(
  { ...applicationInput, overlap_seconds: Type.Integer({ minimum: 0, maximum: maxOverlapMs / 1_000 }) },
  { additionalProperties: false },
)
type KeyRotation = Static<typeof keyRotation>
export type RotatedKeys = Static<typeof rotatedKeys>

/**
 * Issues a new key set. Every old one ends after the overlap, by the clock of the database; an overlap that an
 * earlier rotation gave is never prolonged.
 */
export const rotateKeys = defineAct({
  name: 'keys.rotate',
  sentence: { en: 'Issues a new key set', fr: 'Émet un nouveau jeu de clés' },
  actors: { operator: ['supervisor'] },
  input: keyRotation,
  output: rotatedKeys,
  refusals: ['application_not_found'],
  async perform({
    client,
    input: { application_id: applicationId, overlap_seconds: overlapSeconds },
    needs,
  }: ActContext<KeyRotation, OrganizationDependencies>) {
    await lockApplication(client, applicationId)
    const { environment, api_key } = await readSummary(client, applicationId)
    const { rows } = await client.query<{ revoked_at: Date }>(
      `update api_keys set revoked_at = least(revoked_at, now() + $2 * interval '1 second')
       where application_id = $1 and (revoked_at is null or revoked_at > now()) returning revoked_at`,
      [applicationId, overlapSeconds],
    )
    const endsMs = Math.max(...rows.map(({ revoked_at }) => revoked_at.getTime()))
    const issued = await issueKeys(client, applicationId, environment, needs)
    const result: RotatedKeys = { ...issued, old_keys_end_at: overlapSeconds > 0 ? rfc3339(endsMs) : null }
    const after = { api_key: issued.api_key, old_keys_end_at: result.old_keys_end_at }
    return { result, entry: { subject: applicationId, before: { api_key }, after } }
  },
})
