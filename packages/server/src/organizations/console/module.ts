import { join } from 'node:path'
import { openPort } from '@nani/foundation/http/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { createRolesReader } from '../organizations/index.ts'
import {
  findAccount,
  forgetMembers,
  methodsOf as methodsOfFactors,
  readFactors,
  memberRealm as realm,
} from '../people/index.ts'
import {
  addPages,
  createRepeatedRequests,
  forgetRepeatedRequests,
  ownUrl,
  peopleApi,
  peopleSurface,
  type SurfaceDescription,
  tlsOfFiles,
} from '../people-surface/index.ts'
import { type ConsoleNeeds, openConsoleActs } from './console-acts.ts'
import { addMailbox } from './mailbox.ts'
import { memberActor } from './member-actor.ts'
import { createRequestStreams, followersOfPlaces, sendToMember } from './request-streams.ts'
import { consoleSettings } from './settings.ts'

/** Vite writes the pages here (packages/web). */
const pagesFolder = join(import.meta.dirname, '../../../../web/dist/console')

const description: SurfaceDescription = {
  ...{ surface: 'member', operationId: 'console.describe', title: 'Nani console' },
  ...{ sentence: 'The API of the pages for organizations.', cookie: 'nani_console' },
}

/** The console of organizations, on a server and an origin of its own. */
export const consoleModule = defineModule({
  name: 'console',
  settings: consoleSettings,
  async open(needs: ConsoleNeeds, settings) {
    const { pool, clock, http, mail, host, vaultFor, log, role } = needs
    const tls = tlsOfFiles(settings.consoleCertificateFile, settings.consoleKeyFile)
    const app = http.createServer(tls, 'console')
    let url = settings.consoleUrl
    const origin = () => {
      if (url === null) throw new Error('the console does not listen yet')
      return new URL(url).origin
    }
    const { acts, close } = openConsoleActs(needs, origin)
    const followersOf = followersOfPlaces(needs)
    const streams = createRequestStreams({ pause: needs.pause })
    app.addHook('preClose', async () => streams.endAll())
    const rolesOf = createRolesReader(pool)
    const methodsOf = async (personId: string) => {
      const account = await findAccount(pool, realm, personId)
      return account ? methodsOfFactors(await readFactors(pool, realm, account)) : []
    }
    const surface = peopleSurface({
      ...{ pool, realm, clock, http, origin, methodsOf, cookie: description.cookie },
      actorWithRoles: memberActor({ clock, methodsOf, rolesOf }),
      sendStream: sendToMember({ streams, followersOf, rolesOf }),
      around: createRepeatedRequests({
        ...{ pool, clock, realm, http, vault: vaultFor('repeated-requests') },
        strangersKey: deriveKey(needs.rootKey, 'repeated-requests'),
      }),
    })
    app.register(peopleApi({ http, origin, acts, surface, description }), { prefix: '/api' })
    addMailbox(app, mail.shown)
    addPages(app, pagesFolder, { surface: 'console', log, calls: () => http.publicUrls.find('sandbox') })
    const scheme = tls ? 'https' : 'http'
    const own = await openPort(app, { role, host, port: settings.consolePort, scheme })
    url ??= ownUrl(own)
    http.consolePages.set(url)
    return {
      provides: { consoleUrl: url },
      async stop() {
        await app.close()
        await close()
      },
      retention: [forgetMembers, forgetRepeatedRequests(realm)],
    }
  },
})
