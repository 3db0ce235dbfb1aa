import { createSecretKey, randomBytes } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { type Actor, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, readsOfPrimary, writeChanges } from '@nani/foundation/storage/index.ts'
import { createDatabaseAtNoon } from '../../../../testing/database.ts'
import { noon } from '../../../../testing/noon.ts'
import { auditEffect, pseudonym } from '../app/audit/index.ts'
import { type AccessDependencies, createFileTurns } from '../citizens/accesses/index.ts'
import { checkOutputs } from '../gateway/acts/index.ts'
import { openEarlierScopes } from '../services/sign-in/index.ts'
import { emptyArchive } from './archive.ts'

export type Read = {
  application?: string
  svcId: string
  service?: string
  purpose?: string | null
  scopes?: string[] | null
  atMs?: number
  /** False for an entry that discloses a result again, or none. */
  makesResult?: boolean
  outcome?: string
  errorCode?: string | null
  reads?: string[] | null
}

/** A database with two organizations, and their reads of citizens in the audit log. */
export const startAccessWorld = async () => {
  checkOutputs()
  const database = await createDatabaseAtNoon()
  const clock = manualClock(noon)
  const random = systemRandom()
  const newId = idSource(clock, random)
  const rootKey = randomBytes(32)
  const subjectKey = createSecretKey(randomBytes(32))
  const archive = emptyArchive(database.pool, rootKey)
  const accesses: AccessDependencies = {
    ...{ archive, pool: database.pool, clock, newId, subjectKey },
    reads: readsOfPrimary(database.pool),
    cursorsVault: createVault(rootKey, 'access-cursors', random),
    disputesVault: createVault(rootKey, 'access-disputes', random),
    inTurn: createFileTurns(),
    openFaceReason: (_application, _entry, sealed) => sealed.toString('utf8'),
    openEarlierScopes: openEarlierScopes({ vaultFor: (use) => createVault(rootKey, use, random) }),
  }
  const applicationOf = new Map<string, string>()
  for (const [organization, application, environment] of [
    ['Banque', 'Guichet', 'production'],
    ['Boutique', 'Caisse', 'production'],
    ['Banque', 'Essai', 'sandbox'],
  ] as const) {
    const organizationId = `org_${organization}`
    await database.pool.query(
      'insert into organizations (organization_id, name, created_at) values ($1, $2, now()) on conflict do nothing',
      [organizationId, organization],
    )
    const applicationId = `app_${application}`
    await database.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes, burst_per_second, quotas, created_at)
       values ($1, $2, $3, $4, '{}', '{}', '{}', 50, '{}', now())`,
      [applicationId, organizationId, application, environment],
    )
    applicationOf.set(application, applicationId)
  }

  /** Writes an entry as a call does, and returns its id. */
  const read = async ({
    application = 'Guichet',
    svcId,
    service = 'kyc_validation',
    purpose = 'customer_onboarding',
    scopes = ['kyc.addresses'],
    atMs = clock.now(),
    makesResult = true,
    outcome = 'match',
    errorCode = null,
    reads = null,
  }: Read): Promise<string> => {
    const id = newId('kyc')
    const applicationId = applicationOf.get(application) as string
    await writeChanges(database.pool, applicationId, [
      {
        ...{ id, service, scopes, atMs, fence: null },
        effects: [
          auditEffect({
            ...{
              actor: 'application',
              api_key: 'key',
              request_id: id,
              client_address: '::1',
              method: 'POST',
            },
            ...{ path: '/', http_status: 200, error_code: errorCode, purpose, makesResult, outcome },
            subject: pseudonym(subjectKey, svcId),
            read_ids: reads,
          }),
        ],
      },
    ])
    return id
  }
  const citizen = (svcId: string, environment: Environment = 'production'): Actor => ({
    ...{ kind: 'citizen', svcId, environment, deviceId: 'dev_1' },
  })
  return { database, clock, rootKey, accesses, read, citizen, applicationOf, stop: () => database.drop() }
}

export type AccessWorld = Awaited<ReturnType<typeof startAccessWorld>>
