import type { Environment } from '@nani/contract'
import type { Clock, IdSource, Random } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import type { ActCell } from '../../../gateway/acts/index.ts'
import { sealSecrets } from '../secrets.ts'
import { makeCredentials } from './credentials.ts'

export type OrganizationDependencies = {
  pool: pg.Pool
  clock: Clock
  random: Random
  newId: IdSource
  credentialsVault: Vault
  /** The cell that has the applications. Absent: home has them. */
  cell?: ActCell | undefined
}

/** The key set is shown once, at creation and when keys are rotated. */
export const issuedCredentials = Type.Object({
  application_id: Type.String(),
  api_key: Type.String(),
  secret_key: Type.String(),
  payload_encryption_key: Type.String(),
})
export type IssuedCredentials = Static<typeof issuedCredentials>

/** Issues a key set of an application, as a part of a transaction. */
export const issueKeys = async (
  client: pg.PoolClient,
  applicationId: string,
  environment: Environment,
  { random, clock, credentialsVault, cell }: OrganizationDependencies,
): Promise<IssuedCredentials> => {
  const credentials = makeCredentials(environment, random)
  await client.query(
    'insert into api_keys (application_id, api_key, sealed_secrets, created_at) values ($1, $2, $3, $4)',
    [applicationId, credentials.api_key, sealSecrets(credentialsVault, credentials), new Date(clock.now())],
  )
  await cell?.keyIssued({
    ...{ applicationId, apiKey: credentials.api_key },
    organizationId: await organizationOf(client, applicationId),
  })
  await announceChange(client, applicationId)
  return { application_id: applicationId, ...credentials }
}

const organizationOf = async (client: pg.PoolClient, applicationId: string): Promise<string> => {
  const { rows } = await client.query<{ organization_id: string }>(
    'select organization_id from applications where application_id = $1',
    [applicationId],
  )
  return rows[0]?.organization_id ?? ''
}
