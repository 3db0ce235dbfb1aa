import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, purposes, scopes, serviceNames } from '@nani/contract'
import type pg from 'pg'
import { inTransaction } from '../storage/index.ts'
import type { SettingsInput } from './application-settings.ts'
import {
  type ApplicationSummary,
  insertApplication,
  listApplications,
  type OrganizationDependencies,
  showApplication,
} from './applications.ts'
import { type CertificateDependencies, issueCertificate, openAuthority } from './certificates.ts'
import { createInstallationSecrets } from './installation-secrets.ts'
import { openSecrets } from './secrets.ts'

/** What a newcomer calls with; the shape of demo-credentials.json. */
export type DemoCredentials = {
  sandbox: EnvironmentCredentials
  production: EnvironmentCredentials & {
    ca_file: string
    certificate_file: string
    private_key_file: string
  }
}

type EnvironmentCredentials = {
  base_url: string
  application_id: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
}

const demoName = 'Demo'
const demoBurst = 1_000

const secretsOf = (
  database: Pick<pg.ClientBase, 'query'>,
  { credentialsVault, clock }: OrganizationDependencies,
) => createInstallationSecrets(database, credentialsVault, clock)
const secretName = (environment: Environment) => `demo_application_${environment}`

/**
 * The demo application of an environment, or undefined where none was made. Known by its id: a name is
 * anybody's to choose, and whoever chose it would be handed out.
 */
export const findDemoApplication = async (
  environment: Environment,
  dependencies: OrganizationDependencies,
): Promise<ApplicationSummary | undefined> => {
  const id = await secretsOf(dependencies.pool, dependencies).read(secretName(environment))
  if (id === undefined) return undefined
  return (await listApplications(dependencies)).find(({ application_id }) => application_id === id)
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
    const { application_id } = await insertApplication(client, demoSettings(environment), dependencies)
    await secrets.replace(secretName(environment), application_id)
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
  dataDir: string,
  baseUrls: Record<Environment, string>,
  dependencies: CertificateDependencies,
): Promise<DemoCredentials> => {
  // With DATABASE_URL nobody else has made it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const sandbox = await credentialsOf('sandbox', baseUrls.sandbox, dependencies)
  const production = await credentialsOf('production', baseUrls.production, dependencies)
  const files = {
    ca_file: join(dataDir, 'demo-ca.pem'),
    certificate_file: join(dataDir, 'demo-certificate.pem'),
    private_key_file: join(dataDir, 'demo-private-key.pem'),
  }
  if (!(await certificateServes(files, production.application_id, dependencies))) {
    const issued = await issueCertificate(production.application_id, null, dependencies)
    await writeSecret(files.certificate_file, issued.certificate)
    await writeSecret(files.private_key_file, issued.private_key as string)
    await writeSecret(files.ca_file, issued.ca)
  }
  const credentials: DemoCredentials = { sandbox, production: { ...production, ...files } }
  await writeSecret(join(dataDir, 'demo-credentials.json'), `${JSON.stringify(credentials, null, 2)}\n`)
  return credentials
}

const renewalMs = 7 * 86_400_000

const certificateServes = async (
  files: { ca_file: string; certificate_file: string; private_key_file: string },
  applicationId: string,
  dependencies: CertificateDependencies,
): Promise<boolean> => {
  try {
    const certificate = new X509Certificate(await readFile(files.certificate_file))
    await readFile(files.private_key_file)
    const authority = await openAuthority(dependencies)
    const thumbprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
    const { certificates } = await showApplication(applicationId, dependencies)
    return (
      (await readFile(files.ca_file, 'utf8')) === authority.certificatePem &&
      certificate.validToDate.getTime() - dependencies.clock.now() > renewalMs &&
      certificates.some((entry) => entry.thumbprint === thumbprint && entry.revoked_at === null)
    )
  } catch {
    return false
  }
}

/** Whole or not at all, and for its owner only. */
const writeSecret = async (path: string, content: string) => {
  const partial = `${path}.${process.pid}.partial`
  await writeFile(partial, content, { mode: 0o600 })
  await chmod(partial, 0o600)
  await rename(partial, path)
}
