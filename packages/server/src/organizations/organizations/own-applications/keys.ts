import { keyRotation, newKeys, rotatedKeys } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { issueKeys } from '../keys/issue-keys.ts'
import { lockOwnApplication } from './application-object.ts'
import { applicationAct, type OwnApplicationNeeds } from './needs.ts'
import {
  reportToAdministrators,
  requireFactorForProduction,
  requireRightOnCredentials,
} from './production-rules.ts'
import { ownApplicationInput } from './read-applications.ts'

const closed = { additionalProperties: false }
const holders = ['owner', 'administrator', 'developer'] as const

type Replacement = {
  own: { organization_id: string; application_id: string }
  actor: Parameters<typeof requireFactorForProduction>[0]
  overlapSeconds: number
}

/**
 * Issues a key set. Every earlier one ends after the overlap, by the clock of the database. An overlap that an earlier
 * rotation gave is never prolonged.
 */
const replaceKeys = async (
  client: pg.PoolClient,
  { own, actor, overlapSeconds }: Replacement,
  needs: OwnApplicationNeeds,
) => {
  const application = await lockOwnApplication(client, own)
  requireRightOnCredentials(actor, application)
  requireFactorForProduction(actor, application)
  const { rows } = await client.query<{ revoked_at: Date }>(
    `update api_keys set revoked_at = least(revoked_at, now() + $2 * interval '1 second')
     where application_id = $1 and (revoked_at is null or revoked_at > now()) returning revoked_at`,
    [own.application_id, overlapSeconds],
  )
  const issued = await issueKeys(client, own.application_id, application.environment, needs)
  if (application.environment === 'production')
    await reportToAdministrators(
      client,
      { organizationId: own.organization_id, application: own.application_id, what: 'keys' },
      needs,
    )
  const endsMs = Math.max(...rows.map(({ revoked_at }) => revoked_at.getTime()))
  const ends = overlapSeconds > 0 && rows.length > 0 ? rfc3339(endsMs) : null
  return {
    result: { object: 'credentials' as const, ...issued, old_keys_end_at: ends },
    entry: {
      subject: own.application_id,
      before: { api_key: application.api_key },
      after: { api_key: issued.api_key, old_keys_end_at: ends },
    },
    afterCommit: () => needs.mail.wake(),
  }
}

/** Earlier keys end at once. A rotation can give them an overlap. */
export const issueOwnKeys = applicationAct({
  name: 'keys.issue',
  sentence: { en: 'Issues new keys', fr: 'Émet de nouvelles clés' },
  actors: { member: holders },
  routes: { member: 'POST /organizations/{organization_id}/applications/{application_id}/keys' },
  stepUp: true,
  answers: 201,
  input: Type.Object(ownApplicationInput, closed),
  output: newKeys,
  refusals: ['application_not_found', 'not_permitted', 'second_factor_required'],
  async perform({ client, actor, input, needs }) {
    const { result, ...performed } = await replaceKeys(
      client,
      { own: input, actor, overlapSeconds: 0 },
      needs,
    )
    const { old_keys_end_at: _, ...issued } = result
    return { result: issued, ...performed }
  },
})

export const rotateOwnKeys = applicationAct({
  name: 'keys.rotate_own',
  sentence: { en: 'Rotates the keys', fr: 'Renouvelle les clés' },
  actors: { member: holders },
  routes: { member: 'POST /organizations/{organization_id}/applications/{application_id}/keys/rotate' },
  stepUp: true,
  answers: 201,
  input: Type.Object({ ...ownApplicationInput, ...keyRotation.properties }, closed),
  output: rotatedKeys,
  refusals: ['value_invalid', 'application_not_found', 'not_permitted', 'second_factor_required'],
  perform: ({ client, actor, input, needs }) =>
    replaceKeys(client, { own: input, actor, overlapSeconds: input.overlap_seconds ?? 0 }, needs),
})
