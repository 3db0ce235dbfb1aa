import { isLoopback, type Platform } from '@nani/foundation/platform/index.ts'
import {
  endpointOf,
  hasWrappedKey,
  mayRewriteEvidence,
  readDatabaseAddress,
} from '@nani/foundation/storage/index.ts'
import { microsOfUnit, readDemoCreditLeft } from '../../money/billing/index.ts'
import {
  type DemoChoice,
  defaultOrganizationId,
  findDemoApplication,
} from '../../organizations/organizations/index.ts'
import { builtInRoles } from '../../services/face/index.ts'
import { readRules } from '../installation-rules/index.ts'
import type { Server } from './open-server-process.ts'
import type { Config } from './settings.ts'

/** Facts from the database that are not in the settings. */
export type FoundFacts = {
  /** Which demo applications the start made. */
  demo: DemoChoice
  /** The rule of the installation that a fraud case needs two people. */
  fraudTwoPeople: boolean
  /** The master key that an earlier release stored in the database. */
  wrappedKey: boolean
  /** The id of an approved production demo application that no setting requests. */
  forgottenDemo: string | null
  /** The demo credit of an earlier start that calls can still spend, in the currency unit. */
  demoCreditLeft: number
  /** The database role of calls could change the schema or rewrite the audit log. */
  mayRewriteEvidence: boolean
  /** The login of the process may delete data past its retention. */
  ownsSchema: boolean
  /** Production compares no faces, because the operator has not accepted the built-in models. */
  facesRefused: boolean
}

export const findFacts = async (
  { pool, ownsSchema }: Pick<Platform, 'pool' | 'ownsSchema'>,
  { demo, certificates }: Pick<Server, 'demo' | 'certificates'>,
  { faceModelsDir, faceWorkers }: Pick<Config, 'faceModelsDir' | 'faceWorkers'>,
): Promise<FoundFacts> => {
  const earlier = demo === 'production' ? undefined : await findDemoApplication('production', certificates)
  const rules = await readRules(pool)
  const mayCompare = faceWorkers === 0 || demo !== 'none' || rules.face_models_accepted
  return {
    demo,
    facesRefused: !mayCompare && (await builtInRoles(faceModelsDir)).length > 0,
    fraudTwoPeople: rules.fraud_two_people,
    ownsSchema,
    mayRewriteEvidence: await mayRewriteEvidence(pool),
    wrappedKey: await hasWrappedKey(pool),
    forgottenDemo: earlier && earlier.approved_services.length > 0 ? earlier.application_id : null,
    demoCreditLeft:
      demo === 'none' ? (await readDemoCreditLeft(pool, defaultOrganizationId)) / microsOfUnit : 0,
  }
}

/** One line for each setting that is only suitable for a trial: the problem, and the solution. */
export const unsafeSettings = (config: Config, found: FoundFacts): string[] => {
  const { dataDir, databaseUrl, host } = config
  const reachable = !isLoopback(host)
  const findings: [boolean, string][] = [
    [
      found.demo === 'production',
      'The production demo application may use every service, scope and purpose, and one account of the operating system may act as two people. Set NANI_DEMO=0.',
    ],
    [
      found.demo === 'sandbox',
      'This installation is a demo: one account of the operating system may act as two people. Set NANI_DEMO=0.',
    ],
    [
      found.forgottenDemo !== null,
      `The production demo application ${found.forgottenDemo} of an earlier start is still approved. Run nani applications update ${found.forgottenDemo} --no-approved.`,
    ],
    [
      found.demoCreditLeft > 0,
      `The wallet of the demo organization still has ${found.demoCreditLeft} USD of demo credit, which no one paid. Two people can take it out: nani billing adjust -${found.demoCreditLeft} --reason "end of the demo".`,
    ],
    [
      config.masterKey === null,
      `The master key is stored next to the data, in ${dataDir}/master-key. Set NANI_MASTER_KEY.`,
    ],
    [
      found.wrappedKey,
      'The database still contains a master key under its own password. Run nani master-key rotate.',
    ],
    [
      found.mayRewriteEvidence,
      'The database login that serves calls may change the schema and the audit log. Set NANI_OWNER_DATABASE_URL (docs/database-roles.md).',
    ],
    [
      !found.ownsSchema,
      'This process deletes nothing that is past its retention: its login may not. Set NANI_OWNER_DATABASE_URL in one process at least.',
    ],
    [
      isPlainPage(config.sandboxUrl, null, host),
      `The sandbox answers plain HTTP on ${host}. Put a proxy with TLS in front of it and set NANI_SANDBOX_URL, or set NANI_HOST=127.0.0.1.`,
    ],
    ...plainPages(config),
    [
      config.smtpUrl === null && found.demo !== 'none' && reachable,
      'Other machines can read the mailbox of the demo, with the links of all people. Set NANI_SMTP_URL, or end the demo.',
    ],
    [
      reachable && config.metricsPort !== null,
      `Metrics are served without a signature on ${host}. Callers must not reach NANI_METRICS_PORT.`,
    ],
    [
      config.sandboxWebhooksAllowLoopback && (databaseUrl !== null || reachable),
      'Webhooks of the sandbox may call addresses of this machine. Set NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK=false.',
    ],
    [
      !found.fraudTwoPeople,
      'One person may confirm a fraud case alone, because NANI_FRAUD_TWO_PEOPLE is false. Set NANI_FRAUD_TWO_PEOPLE=true.',
    ],
    [
      found.facesRefused,
      'Production compares no faces, because the training data of the built-in models is unknown. Set NANI_FACE_MODELS_ACCEPTED=true to accept that, name other models in NANI_FACE_MODELS, or set NANI_FACE_WORKERS=0.',
    ],
    [
      databaseUrl !== null && isUnencrypted(databaseUrl),
      'The connection to the database is not encrypted. Add sslmode=verify-full to DATABASE_URL.',
    ],
  ]
  return findings.filter(([applies]) => applies).map(([, line]) => line)
}

/** The surfaces that people open over plain HTTP. */
const plainPages = (config: Config): [boolean, string][] => [
  [
    isPlainPage(config.citizenUrl, config.citizenCertificateFile, config.host),
    'Citizens open their app over plain HTTP, so that browsers give it no camera, no passkeys and no notifications. Set NANI_CITIZEN_CERTIFICATE_FILE, or put a proxy with TLS in front of it and set NANI_CITIZEN_URL.',
  ],
  [
    isPlainPage(config.consoleUrl, config.consoleCertificateFile, config.host),
    'People open the console over plain HTTP, so that others can read passwords and sessions. Set NANI_CONSOLE_CERTIFICATE_FILE, or put a proxy with TLS in front of it and set NANI_CONSOLE_URL.',
  ],
  [
    isPlainPage(config.deskUrl, config.deskCertificateFile, config.deskHost),
    'Operators open the desk over plain HTTP, so that others can read passwords and sessions. Set NANI_DESK_CERTIFICATE_FILE, or put a proxy with TLS in front of it and set NANI_DESK_URL.',
  ],
]

/** Browsers trust plain HTTP of their own machine alone. A proxy may serve TLS at the address that citizens open. */
const isPlainPage = (url: string | null, certificateFile: string | null, host: string): boolean => {
  if (url === null) return certificateFile === null && !isLoopback(host)
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(withoutBrackets(hostname))
}

/** A socket of this machine needs no encryption. */
const isUnencrypted = (databaseUrl: string): boolean =>
  readDatabaseAddress(databaseUrl, 'DATABASE_URL').servers.some(isUnencryptedServer)

const isUnencryptedServer = (server: string): boolean => {
  const { host } = endpointOf(server)
  if (host.startsWith('/') || isLoopback(host)) return false
  const { searchParams } = new URL(server)
  return (
    ['disable', 'allow', 'prefer', null].includes(searchParams.get('sslmode')) && !searchParams.has('ssl')
  )
}

/** The host of a URL as the address that it is in IPv6. */
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')
