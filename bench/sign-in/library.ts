import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type pg from 'pg'
import { redirectUri } from './browser.ts'
import type { Contestant } from './contestant.ts'
import { createAdapterTable, postgresAdapter } from './postgres-adapter.ts'

const clientId = 'bench'

/** The usual library, with the same flow, the same key size and the same database. */
export const openLibrary = async (
  pool: pg.Pool,
  ownerPool: pg.Pool,
  citizens: readonly string[],
): Promise<Contestant> => {
  await ownerPool.query(createAdapterTable)
  await ownerPool.query('grant all on bench_oidc to nani_app')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claims = async (sub: string) => {
    const { rows } = await pool.query({
      name: 'bench-citizen',
      text: 'select full_name, first_name, last_name, date_of_birth, gender, nationality, addresses from citizens where svc_id = $1',
      values: [sub],
    })
    return { sub, ...rows[0] }
  }
  const provider = new Provider(baseUrl, {
    adapter: postgresAdapter(pool),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['bench'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      profile: [
        'full_name',
        'first_name',
        'last_name',
        'date_of_birth',
        'gender',
        'nationality',
        'addresses',
      ],
    },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context: unknown, sub: string) => ({ accountId: sub, claims: () => claims(sub) }),
    interactions: {
      url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Grant: 300, Interaction: 60, Session: 60 },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const details = await provider.interactionDetails(request, response)
    const accountId = new URL(request.url, baseUrl).searchParams.get('identifier') ?? ''
    const grant = new provider.Grant({ accountId, clientId })
    grant.addOIDCScope('openid profile')
    const result = { login: { accountId }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    return details
  })
  return {
    name: 'oidc-provider',
    kind: 'library',
    ...{ citizens, baseUrl, approveUrl: baseUrl, clientId },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
