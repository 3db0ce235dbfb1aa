import { randomBytes } from 'node:crypto'
import type { Handle } from '../../handles.ts'
import { sha256 } from '../../hashes.ts'
import { createIdentify } from '../../identify.ts'
import { readRequest } from '../../requests/requests.ts'
import type { openApprovals } from './approvals-world.ts'

type Approvals = Awaited<ReturnType<typeof openApprovals>>
type World = Pick<Approvals, 'pool' | 'newId'> & {
  application: Pick<Approvals['application'], 'application_id'>
  dependencies: Omit<Approvals['dependencies'], 'citizenDevices'>
}

export const askedScopes = ['openid', 'profile', 'svc:kyc.biometrics.selfie']
/** The network of the browser. */
export const page = '203.0.113.80'

/** Requests of browsers in a world. */
export const askingIn = (world: () => World) => {
  /** A request whose page shows this number, and the secret of its browser. */
  const openRequest = async (shownNumber = 42, dependencies = world().dependencies) => {
    const { pool, newId, application } = world()
    const handle = { applicationId: application.application_id, requestId: newId('sgn') }
    const secret = randomBytes(32).toString('base64url')
    const browser = { address: '41.243.0.9', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }
    await dependencies.writes.open({
      ...handle,
      ...{ environment: 'production', apiKey: 'key_live_1', redirectUri: 'https://shop.example/' },
      ...{ scopes: askedScopes, state: null, nonce: null, codeChallenge: 'c', shownNumber },
      browserHash: sha256(secret),
      sealedBrowser: dependencies.vault.seal(
        Buffer.from(JSON.stringify(browser)),
        `sign-in browser ${handle.applicationId} ${handle.requestId}`,
      ),
    })
    const request = await readRequest(pool, handle)
    if (!request) throw new Error('no request')
    return { handle, request, secret }
  }

  /** The same, after its citizen was named on it. */
  const ask = async (
    identifier: string,
    shownNumber = 42,
    address = page,
    dependencies = world().dependencies,
  ): Promise<Handle> => {
    const { handle, request, secret } = await openRequest(shownNumber, dependencies)
    await createIdentify(dependencies)(request, secret, identifier, address)
    return handle
  }

  const statusOf = async (handle: Handle) => (await readRequest(world().pool, handle))?.status

  /** Each HTTP request has an id of its own, which is the key of its audit entry. */
  const facts = () => ({
    ...{ requestId: world().newId('req'), clientAddress: '203.0.113.7' },
    ...{ method: 'POST', path: '/approvals/:id' },
  })
  return { openRequest, ask, statusOf, facts }
}
