import { purposes, scopes, serviceNames } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createApplication } from '@nani/server/organizations/organizations/index.ts'
import { removeLimits } from './databases.ts'
import type { Credentials } from './signed-requests.ts'

export const operator: Actor = { kind: 'operator', name: 'bench', roles: ['supervisor'] }

export type Caller = { organizationId: string; credentials: Credentials }

/** Makes organizations with one application of the sandbox each. */
export const createCallers = async (
  platform: Platform,
  baseUrl: string,
  names: readonly string[],
): Promise<Caller[]> => {
  const callers: Caller[] = []
  for (const name of names) {
    const organizationId = `org_bench_${name}`
    await platform.pool.query(
      'insert into organizations (organization_id, name, created_at) values ($1, $1, now())',
      [organizationId],
    )
    const issued = await createApplication(
      operator,
      {
        ...{ environment: 'sandbox', name, organization: organizationId, services: [...serviceNames] },
        ...{ scopes: [...scopes], purposes: [...purposes] },
      },
      { ...platform, credentialsVault: platform.vaultFor('credentials') },
    )
    callers.push({ organizationId, credentials: { base_url: baseUrl, ...issued } })
  }
  await removeLimits(platform.pool)
  return callers
}
