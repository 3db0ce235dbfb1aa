import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { type Config, serverModules } from '@nani/server/app/app/index.ts'
import { pseudonym } from '@nani/server/app/audit/index.ts'
import { canSignIn } from '@nani/server/citizens/citizen-devices/index.ts'
import { createAllDatabases } from '@nani/server/gateway/acts/index.ts'
import { createApplication } from '@nani/server/organizations/organizations/index.ts'
import { writePopulation } from '@nani/server/register/synthetic-data/index.ts'
import { readHandle } from '@nani/server/services/sign-in/index.ts'
import { redirectUri } from './browser.ts'
import type { Contestant } from './contestant.ts'

/** Each sign-in is of another citizen of these. Requests of one citizen wait for each other. */
const citizens = 2_000

type Opened = Awaited<ReturnType<typeof serverModules.open>>['context']

/** Citizens with a device, so that the sandbox does not answer in their place. Returns their numbers. */
const writeCitizens = async (
  { pool, vaultFor }: Platform,
  { calls, register }: Opened,
): Promise<string[]> => {
  await writePopulation({ pool, vault: vaultFor('files'), count: citizens, seed: 'bench', view: 'both' })
  const { rows } = await pool.query<{ svc_id: string }>(
    `select svc_id from citizens where svc_id not like 'COD-0000-0000-%'`,
  )
  const found = await Promise.all(
    rows.map(({ svc_id }) => register.findCitizen({ type: 'svc_id', value: svc_id }, 'sandbox')),
  )
  const svcIds = found.flatMap((citizen) => (citizen && canSignIn(citizen) ? [citizen.svc_id] : []))
  await pool.query(
    `insert into citizen_devices (citizen, device_id, environment, sealed_citizen, sealed_name, kind, public_key, revocation_hash)
     select decode(citizen, 'hex'), 'dev_' || citizen, 'sandbox', '', '', 'webcrypto', '', '' from unnest($1::text[]) citizen`,
    [svcIds.map((svcId) => pseudonym(calls.subjectKey, svcId))],
  )
  return svcIds
}

/**
 * Our own sign-in, as the product serves it. An extra address takes the place of the page's form and of the phone: it
 * identifies a citizen and approves the request, both by the use cases.
 */
export const openProduct = async (platform: Platform, config: Config): Promise<Contestant> => {
  const { context, stop } = await serverModules.open(
    { ...platform, allDatabases: createAllDatabases(platform.clock) },
    config,
  )
  const credentials = await createApplication(
    { kind: 'system', task: 'bench' },
    {
      name: 'Bench',
      environment: 'sandbox',
      services: ['sso_login'],
      scopes: ['kyc.addresses'],
      redirect_uri: [redirectUri],
      quota: ['sso_login=none'],
    },
    { ...platform, credentialsVault: platform.vaultFor('credentials') },
  )
  const approve = async (target: URL): Promise<boolean> => {
    const handle = readHandle(target.pathname.slice(1))
    const request = handle && (await context.signIn.readCurrent(handle))
    if (!request) return false
    const [identifier, secret] = [target.searchParams.get('identifier'), target.searchParams.get('secret')]
    if (identifier !== null && secret !== null)
      await context.signIn.identify(request, secret, identifier, '203.0.113.9')
    return context.signIn.answer(handle, { answer: 'approved', approvedWith: 'swk' })
  }
  const approvals = createServer((request, response) => {
    approve(new URL(request.url ?? '', 'http://localhost')).then(
      (done) => response.writeHead(done ? 204 : 409).end(),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => approvals.listen(0, '127.0.0.1', resolve))
  return {
    name: 'Nani',
    kind: 'product',
    citizens: await writeCitizens(platform, context),
    baseUrl: context.http.publicUrls.of('sandbox'),
    approveUrl: `http://127.0.0.1:${(approvals.address() as AddressInfo).port}`,
    clientId: credentials.api_key ?? '',
    async stop() {
      approvals.close()
      await stop()
    },
  }
}
