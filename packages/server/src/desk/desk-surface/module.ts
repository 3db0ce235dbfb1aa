import { join } from 'node:path'
import { openPort } from '@nani/foundation/http/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import {
  findAccount,
  forgetOperators,
  methodsOf as methodsOfFactors,
  readFactors,
  operatorRealm as realm,
} from '../../organizations/people/index.ts'
import {
  addPages,
  createRepeatedRequests,
  forgetRepeatedRequests,
  ownUrl,
  peopleApi,
  peopleSurface,
  type SurfaceDescription,
  tlsOfFiles,
} from '../../organizations/people-surface/index.ts'
import { forgetPreviews } from '../../risk/lists/index.ts'
import { forgetCorrections, outboxOf } from '../enrolment/index.ts'
import { type DeskNeeds, openDeskActs } from './desk-acts.ts'
import { admitOperator, operatorActor } from './operator-actor.ts'
import { operatorsDeskSettings } from './settings.ts'

/** Vite writes the pages here (packages/web). */
const pagesFolder = join(import.meta.dirname, '../../../../web/dist/desk')

const description: SurfaceDescription = {
  ...{ surface: 'operator', operationId: 'desk.describe', title: 'Nani desk' },
  ...{ sentence: 'The API of the pages for operators.', cookie: 'nani_desk' },
}

/** The desk of operators, on a server and an origin of its own. It serves the API and the pages. */
export const operatorsDeskModule = defineModule({
  name: 'desk',
  settings: operatorsDeskSettings,
  async open(needs: DeskNeeds, settings) {
    const { pool, clock, http, vaultFor, log, role } = needs
    const tls = tlsOfFiles(settings.deskCertificateFile, settings.deskKeyFile)
    const app = http.createServer(tls, 'desk')
    let url = settings.deskUrl
    const origin = () => {
      if (url === null) throw new Error('the desk does not listen yet')
      return new URL(url).origin
    }
    const methodsOf = async (personId: string) => {
      const account = await findAccount(pool, realm, personId)
      return account ? methodsOfFactors(await readFactors(pool, realm, account)) : []
    }
    const { acts, close } = await openDeskActs(needs, origin)
    const surface = peopleSurface({
      ...{ pool, realm, clock, http, origin, methodsOf, cookie: description.cookie },
      actorWithRoles: operatorActor({ pool, clock, methodsOf }),
      admitSession: admitOperator({ pool, clock, methodsOf }),
      around: createRepeatedRequests({
        ...{ pool, clock, realm, http, vault: vaultFor('repeated-requests') },
        strangersKey: deriveKey(needs.rootKey, 'repeated-requests'),
        // What cannot be carried is no reason to answer something else than the refusal. A worker reports it.
        settle: () =>
          outboxOf(needs)
            .carry()
            .catch(() => {}),
      }),
    })
    app.register(peopleApi({ http, origin, acts, surface, description }), { prefix: '/api' })
    addPages(app, pagesFolder, { surface: 'desk', log, usesCamera: true })
    const { deskHost: host, deskPort: port } = settings
    const own = await openPort(app, { role, host, port, scheme: tls ? 'https' : 'http' })
    url ??= ownUrl(own)
    return {
      provides: { deskUrl: url },
      async stop() {
        await app.close()
        await close()
      },
      retention: [forgetOperators, forgetRepeatedRequests(realm), forgetPreviews, forgetCorrections],
    }
  },
})
