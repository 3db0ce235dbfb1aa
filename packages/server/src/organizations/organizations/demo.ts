import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, environments, purposes, scopes, serviceNames } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets, type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import { openDemoWallet } from '../../money/billing/index.ts'
import type { SettingsInput } from './application-settings.ts'
import {
  type ApplicationSummary,
  createApplication,
  defaultOrganizationId,
  readApplications,
} from './applications.ts'
import { type CertificateDependencies, issueCertificate, openAuthority } from './certificates.ts'
import type { OrganizationDependencies } from './keys/issue-keys.ts'
import { openSecrets } from './secrets.ts'
import { showApplication } from './show-application.ts'

/** What a newcomer calls with; the shape of demo-credentials.json. */
export type DemoCredentials = {
  sandbox: EnvironmentCredentials
  /** Absent where only the sandbox's demo is wanted. */
  production?: EnvironmentCredentials & CertificateFiles
}

type CertificateFiles = { ca_file: string; certificate_file: string; private_key_file: string }

type EnvironmentCredentials = {
  base_url: string
  application_id: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
}

const demoActor: Actor = { kind: 'system', task: 'demo' }
const demoName = 'Demo'
const demoBurst = 1_000

const secretsOf = (database: Database, { credentialsVault, clock }: OrganizationDependencies) =>
  createInstallationSecrets(database, credentialsVault, clock)
const secretName = (environment: Environment) => `demo_application_${environment}`

/**
 * The demo application of an environment, or undefined. It is identified by its id, because any operator can choose
 * its name for another application.
 */
export const findDemoApplication = async (
  environment: Environment,
  dependencies: OrganizationDependencies,
): Promise<ApplicationSummary | undefined> => {
  const id = await secretsOf(dependencies.pool, dependencies).read(secretName(environment))
  if (id === undefined) return undefined
  return (await readApplications(dependencies.pool)).find(({ application_id }) => application_id === id)
}

/** The ids of the demo applications of earlier starts. */
export const demoApplicationIds = async (dependencies: OrganizationDependencies): Promise<string[]> => {
  const secrets = secretsOf(dependencies.pool, dependencies)
  const ids = await Promise.all(environments.map((environment) => secrets.read(secretName(environment))))
  return ids.filter((id) => id !== undefined)
}

/** The demo application of an environment, with every service, scope and purpose and no quota. */
const ensureDemoApplication = async (
  environment: Environment,
  dependencies: OrganizationDependencies,
): Promise<ApplicationSummary> => {
  const existing = await findDemoApplication(environment, dependencies)
  if (existing) return existing
  await inTransaction(dependencies.pool, async (client) => {
    // Processes that start together for the first time make one, not one each.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani demo application'))`)
    const secrets = secretsOf(client, dependencies)
    const { rowCount } = await client.query('select from applications where application_id = $1', [
      await secrets.read(secretName(environment)),
    ])
    if (rowCount === 1) return
    const settings = demoSettings(environment)
    const { result } = await createApplication.within(client, demoActor, settings, dependencies)
    await secrets.replace(secretName(environment), result.application_id)
  })
  return (await findDemoApplication(environment, dependencies)) as ApplicationSummary
}

const demoSettings = (environment: Environment): SettingsInput => ({
  name: demoName,
  environment,
  services: [...serviceNames],
  scopes: [...scopes],
  purposes: [...purposes],
  burst: demoBurst,
  quota: serviceNames.map((service) => `${service}=none`),
  approved: environment === 'production',
})

const credentialsOf = async (
  environment: Environment,
  baseUrl: string,
  dependencies: CertificateDependencies,
): Promise<EnvironmentCredentials> => {
  const { application_id, api_key } = await ensureDemoApplication(environment, dependencies)
  const { rows } = await dependencies.pool.query<{ sealed_secrets: Buffer }>(
    'select sealed_secrets from api_keys where application_id = $1 and api_key = $2',
    [application_id, api_key],
  )
  const sealed = (rows[0] as { sealed_secrets: Buffer }).sealed_secrets
  return {
    base_url: baseUrl,
    application_id,
    api_key: api_key as string,
    ...openSecrets(dependencies.credentialsVault, sealed, api_key as string),
  }
}

/** Makes the demo applications on first start, and writes demo-credentials.json with the ports of this start. */
export const prepareDemo = async (
  choice: 'sandbox' | 'production',
  dataDir: string,
  baseUrls: Record<Environment, string>,
  dependencies: CertificateDependencies,
): Promise<DemoCredentials> => {
  // With DATABASE_URL no other component has created it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { pool, newId, clock } = dependencies
  const credentials: DemoCredentials = {
    sandbox: await credentialsOf('sandbox', baseUrls.sandbox, dependencies),
    ...(choice === 'production'
      ? { production: await productionCredentials(dataDir, baseUrls.production, dependencies) }
      : {}),
  }
  await inTransaction(pool, (client) =>
    openDemoWallet(client, defaultOrganizationId, { newId, nowMs: clock.now() }),
  )
  await writeSecret(join(dataDir, 'demo-credentials.json'), `${JSON.stringify(credentials, null, 2)}\n`)
  return credentials
}

const productionCredentials = async (
  dataDir: string,
  baseUrl: string,
  dependencies: CertificateDependencies,
): Promise<EnvironmentCredentials & CertificateFiles> => {
  const production = await credentialsOf('production', baseUrl, dependencies)
  const files = {
    ca_file: join(dataDir, 'demo-ca.pem'),
    certificate_file: join(dataDir, 'demo-certificate.pem'),
    private_key_file: join(dataDir, 'demo-private-key.pem'),
  }
  if (!(await certificateServes(files, production.application_id, dependencies))) {
    const order = { application_id: production.application_id, csr: null }
    const issued = await issueCertificate(demoActor, order, dependencies)
    await writeSecret(files.certificate_file, issued.certificate)
    await writeSecret(files.private_key_file, issued.private_key as string)
    await writeSecret(files.ca_file, issued.ca)
  }
  return { ...production, ...files }
}

const renewalMs = 7 * 86_400_000

const certificateServes = async (
  files: CertificateFiles,
  applicationId: string,
  dependencies: CertificateDependencies,
): Promise<boolean> => {
  try {
    const certificate = new X509Certificate(await readFile(files.certificate_file))
    await readFile(files.private_key_file)
    const authority = await openAuthority(dependencies)
    const thumbprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
    const { certificates } = await showApplication(demoActor, { application_id: applicationId }, dependencies)
    return (
      (await readFile(files.ca_file, 'utf8')) === authority.certificatePem &&
      certificate.validToDate.getTime() - dependencies.clock.now() > renewalMs &&
      certificates.some((entry) => entry.thumbprint === thumbprint && entry.revoked_at === null)
    )
  } catch {
    return false
  }
}

/** Writes the complete file atomically, readable by its owner only. */
const writeSecret = async (path: string, content: string) => {
  const partial = `${path}.${process.pid}.partial`
  await writeFile(partial, content, { mode: 0o600 })
  await chmod(partial, 0o600)
  await rename(partial, path)
}
