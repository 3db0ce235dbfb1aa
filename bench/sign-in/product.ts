import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Config, serverModules } from '@nani/server/app/index.ts'
import { createApplication } from '@nani/server/organizations/index.ts'
import type { Platform } from '@nani/server/platform/index.ts'
import { readHandle } from '@nani/server/services/sign-in/index.ts'
import type { Contestant } from './contestant.ts'

export const redirectUri = 'https://shop.example/callback'

/** Our own sign-in, as the product serves it. An extra address approves a request by the use case. */
export const openProduct = async (platform: Platform, config: Config): Promise<Contestant> => {
  const { context, stop } = await serverModules.open(platform, config)
  const credentials = await createApplication(
    { kind: 'system', task: 'bench' },
    {
      name: 'Bench',
      environment: 'sandbox',
      services: ['sso_login'],
      scopes: ['kyc.addresses'],
      redirectUri: [redirectUri],
      quota: ['sso_login=none'],
    },
    { ...platform, credentialsVault: platform.vaultFor('credentials') },
  )
  const approvals = createServer((request, response) => {
    const handle = readHandle((request.url ?? '').slice(1))
    const answered = handle ? context.signIn.answer(handle, 'approved') : Promise.resolve(false)
    answered.then((done) => response.writeHead(done ? 204 : 409).end())
  })
  await new Promise<void>((resolve) => approvals.listen(0, '127.0.0.1', resolve))
  return {
    name: 'Nani',
    kind: 'product',
    baseUrl: context.http.publicUrls.of('sandbox'),
    approveUrl: `http://127.0.0.1:${(approvals.address() as AddressInfo).port}`,
    clientId: credentials.api_key ?? '',
    async stop() {
      approvals.close()
      await stop()
    },
  }
}
