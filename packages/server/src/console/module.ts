import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bind, createListCursors } from '../acts/index.ts'
import { addAppFiles, type Http, listen, readAppFiles, type TlsOptions, urlOf } from '../http/index.ts'
import type { Mail } from '../mail/index.ts'
import {
  type CertificateDependencies,
  createBusinessComparison,
  membershipActs,
  membershipsOf,
  ownApplicationActs,
  rolesOf,
} from '../organizations/index.ts'
import {
  createAttemptCounts,
  createPasswordHashing,
  findAccount,
  forgetMembers,
  methodsOf,
  peopleActs,
  readFactors,
  memberRealm as realm,
} from '../people/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import type { Register } from '../register/index.ts'
import { deriveKey } from '../storage/index.ts'
import { consoleApi } from './api.ts'
import { addMailbox } from './mailbox.ts'
import { createRepeatedRequests, forgetRepeatedRequests } from './repeated-requests.ts'
import { securityHeaders } from './security-headers.ts'
import { type ConsoleSettings, consoleSettings } from './settings.ts'
import { consoleSurface } from './surface.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'random' | 'newId' | 'rootKey' | 'vaultFor' | 'host'> & {
  http: Http
  mail: Mail
  storedRegister: Register
  certificates: CertificateDependencies
  isDemo(): Promise<boolean>
}

/** Vite writes the pages here (packages/web). */
const pagesFolder = join(import.meta.dirname, '../../../web/dist/console')

/** The console of organizations, on a server and an origin of its own. */
export const consoleModule = defineModule({
  name: 'console',
  settings: consoleSettings,
  async open(needs: Needs, settings) {
    const { pool, clock, http, mail, host, vaultFor } = needs
    const tls = tlsOf(settings)
    const app = http.createServer(tls)
    let url = settings.consoleUrl
    const origin = () => {
      if (url === null) throw new Error('the console does not listen yet')
      return new URL(url).origin
    }
    app.register(
      consoleApi({
        ...{ http, origin, acts: actsOf(needs, origin) },
        surface: consoleSurface({
          ...{ pool, realm, clock, http, origin },
          rolesOf: (organizationId, personId) => rolesOf(pool, organizationId, personId),
          async methodsOf(personId) {
            const account = await findAccount(pool, realm, personId)
            return account ? methodsOf(await readFactors(pool, realm, account)) : []
          },
          around: createRepeatedRequests({ pool, clock, vault: vaultFor('repeated-requests') }),
        }),
      }),
      { prefix: '/api' },
    )
    addMailbox(app, mail.shown)
    addAppFiles(app, readAppFiles(pagesFolder), securityHeaders)
    await listen(app, host, settings.consolePort)
    url ??= named(urlOf(app, host, tls ? 'https' : 'http'))
    return {
      provides: { consoleUrl: url },
      stop: () => app.close(),
      retention: [forgetMembers, forgetRepeatedRequests],
    }
  },
})

/** Every act of the console, with the context of its module. */
const actsOf = (needs: Needs, origin: () => string) => {
  const { pool, clock, random, rootKey, vaultFor, storedRegister, certificates, isDemo } = needs
  const cursors = createListCursors(deriveKey(rootKey, 'console-cursors'))
  const people = {
    ...{ ...needs, realm, origin, cursors },
    vault: vaultFor('second-factors'),
    hashing: createPasswordHashing(random),
    attempts: createAttemptCounts(realm, deriveKey(rootKey, 'sign-in-attempts')),
    membershipsOf: (personId: string) => membershipsOf(pool, personId),
  }
  const organizations = {
    ...{ ...needs, ...certificates, realm, origin, cursors },
    compareBusiness: createBusinessComparison({
      ...{ register: storedRegister, clock },
      views: async () => ((await isDemo()) ? ['production', 'sandbox'] : ['production']),
    }),
  }
  return [
    ...bind(peopleActs, people),
    ...bind(membershipActs, organizations),
    ...bind(ownApplicationActs, organizations),
  ]
}

/** A browser must trust the certificate, so the operator gives one. No certificate is asked of the browser. */
const tlsOf = ({ consoleCertificateFile, consoleKeyFile }: ConsoleSettings): TlsOptions | null =>
  consoleCertificateFile && consoleKeyFile
    ? { cert: readFileSync(consoleCertificateFile, 'utf8'), key: readFileSync(consoleKeyFile, 'utf8') }
    : null

/** Passkeys need a name, and browsers treat this one like https. */
const named = (url: string): string => url.replace('://127.0.0.1:', '://localhost:')
