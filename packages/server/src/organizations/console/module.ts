import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addAppFiles, listen, readAppFiles, type TlsOptions, urlOf } from '@nani/foundation/http/index.ts'
import { consoleAddress, defineModule } from '@nani/foundation/platform/index.ts'
import { createRequestFollowers } from '../call-log/index.ts'
import { rolesOf } from '../organizations/index.ts'
import { findAccount, forgetMembers, methodsOf, readFactors, memberRealm as realm } from '../people/index.ts'
import { consoleApi } from './api.ts'
import { type ConsoleNeeds, openConsoleActs } from './console-acts.ts'
import { addMailbox } from './mailbox.ts'
import { createRepeatedRequests, forgetRepeatedRequests } from './repeated-requests.ts'
import { createRequestStreams } from './request-streams.ts'
import { securityHeaders } from './security-headers.ts'
import { type ConsoleSettings, consoleSettings } from './settings.ts'
import { consoleSurface } from './surface.ts'

/** Vite writes the pages here (packages/web). */
const pagesFolder = join(import.meta.dirname, '../../../../web/dist/console')

/** The console of organizations, on a server and an origin of its own. */
export const consoleModule = defineModule({
  name: 'console',
  settings: consoleSettings,
  async open(needs: ConsoleNeeds, settings) {
    const { pool, clock, http, mail, host, vaultFor, log } = needs
    const tls = tlsOf(settings)
    const app = http.createServer(tls)
    let url = settings.consoleUrl
    const origin = () => {
      if (url === null) throw new Error('the console does not listen yet')
      return new URL(url).origin
    }
    const { acts, close } = openConsoleActs(needs, origin)
    const followers = createRequestFollowers({ pool, clock, pause: needs.pause })
    const streams = createRequestStreams({ followers, pause: needs.pause })
    app.addHook('preClose', async () => streams.endAll())
    const surface = consoleSurface({
      ...{ pool, realm, clock, http, origin },
      rolesOf: (organizationId, personId) => rolesOf(pool, organizationId, personId),
      async methodsOf(personId) {
        const account = await findAccount(pool, realm, personId)
        return account ? methodsOf(await readFactors(pool, realm, account)) : []
      },
      streams,
      around: createRepeatedRequests({ pool, clock, vault: vaultFor('repeated-requests') }),
    })
    app.register(consoleApi({ http, origin, acts, surface }), { prefix: '/api' })
    addMailbox(app, mail.shown)
    const files = readAppFiles(pagesFolder)
    if (files.size === 0) log('console: its pages are not built. Run npm run build:web and start again.')
    addAppFiles(app, files, () => securityHeaders(http.publicUrls.find('sandbox')))
    await listen(app, host, settings.consolePort)
    url ??= named(urlOf(app, host, tls ? 'https' : 'http'))
    consoleAddress.set(url)
    return {
      provides: { consoleUrl: url },
      async stop() {
        await app.close()
        await close()
      },
      retention: [forgetMembers, forgetRepeatedRequests],
    }
  },
})

/** A browser must trust the certificate, so the operator gives one. No certificate is asked of the browser. */
const tlsOf = ({ consoleCertificateFile, consoleKeyFile }: ConsoleSettings): TlsOptions | null =>
  consoleCertificateFile && consoleKeyFile
    ? { cert: readFileSync(consoleCertificateFile, 'utf8'), key: readFileSync(consoleKeyFile, 'utf8') }
    : null

/** Passkeys need a name, and browsers treat this one like https. */
const named = (url: string): string => url.replace('://127.0.0.1:', '://localhost:')
