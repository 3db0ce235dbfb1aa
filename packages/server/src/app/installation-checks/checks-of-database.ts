import { type Platform, registerDestination } from '@nani/foundation/platform/index.ts'
import {
  mayRewriteEvidence,
  type Protection,
  protectionOf,
  proveConnection,
} from '@nani/foundation/storage/index.ts'
import {
  isDemo,
  type OrganizationDependencies,
  readServerCertificate,
} from '../../organizations/organizations/index.ts'
import { lateSeconds, readWaiting } from '../../register/register-outbox/index.ts'
import { ageText, currentVersions, freshnessOf } from '../../risk/lists/index.ts'
import { builtInRoles } from '../../services/face/index.ts'
import type { Config } from '../app/settings.ts'
import { cellsUse, checkAll, readCells } from '../cells/index.ts'
import { readRules } from '../installation-rules/index.ts'
import { daysLeft, daysText, stateOfCertificate } from './certificate-days.ts'
import type { Check, Finding } from './check.ts'

type Installation = Platform & OrganizationDependencies & { config: Config }

const roles: Check<Installation> = {
  name: 'roles',
  async run({ pool, ownsSchema }) {
    if (!ownsSchema)
      return {
        state: 'attention',
        message: 'no login owns the schema, so that nothing is deleted after its retention',
        next: 'Give at least one process NANI_OWNER_DATABASE_URL (docs/database-roles.md).',
      }
    return (await mayRewriteEvidence(pool))
      ? {
          state: 'attention',
          message: 'the login that serves calls may change the audit log',
          next: 'Separate the two roles (docs/database-roles.md).',
        }
      : { state: 'ok', message: 'calls and the owner of the schema have separate rights' }
  },
}

const findings: Readonly<Record<Protection, Finding>> = {
  none: {
    state: 'attention',
    message: 'a connection to the database is not encrypted',
    next: 'Write sslmode=verify-full into the URLs of the database (docs/operating.md).',
  },
  unverified: {
    state: 'attention',
    message: 'the certificate of the database is not verified',
    next: 'Write sslmode=verify-full into the URLs of the database (docs/operating.md).',
  },
  verified: {
    state: 'ok',
    message: 'connections to the database are encrypted, and its certificate is verified',
  },
  local: {
    state: 'ok',
    message: 'connections go to this machine; a pooler or tunnel on it needs TLS of its own',
  },
}

/** The weakest protection of all connections counts. */
const encryption: Check<Installation> = {
  name: 'encryption',
  async run({ pool, ownerPool, registerPool, registerOwnerPool }): Promise<Finding> {
    const home = [pool, ownerPool]
    const others = [registerPool, registerOwnerPool].filter((one) => !home.includes(one))
    // The check of the register names one that is away.
    const ofRegister = await Promise.allSettled(others.map(protectionOf))
    const found = [
      ...(await Promise.all(home.map(protectionOf))),
      ...ofRegister.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    ]
    const weakest = (['none', 'unverified', 'verified'] as const).find((one) => found.includes(one))
    return findings[weakest ?? 'local']
  },
}

const register: Check<Installation> = {
  name: 'register',
  async run({ pool, registerPool, registerConnectionString }) {
    if (registerPool === pool) return { state: 'ok', message: 'it is in the database of the installation' }
    await proveConnection(
      registerPool,
      registerConnectionString,
      registerDestination(registerConnectionString),
    )
    const { waiting, oldestSeconds } = await readWaiting(registerPool)
    return oldestSeconds < lateSeconds
      ? { state: 'ok', message: 'it has a database of its own, and its acts are carried to home' }
      : {
          state: 'attention',
          message: `${waiting} acts on the register are not carried to home, the oldest for ${Math.round(oldestSeconds)} seconds`,
          next: 'Read the log of a worker (`register outbox`), and see that one runs.',
        }
  },
}

/** That the master key opens the root key is known here. Stored data proves that the keys of today are those of yesterday. */
const keys: Check<Installation> = {
  name: 'keys',
  async run(installation): Promise<Finding> {
    await readServerCertificate(authorityOf(installation))
    return installation.config.masterKey === null
      ? {
          state: 'attention',
          message: 'they open the stored data, and the master key is a file next to it',
          next: 'Set NANI_MASTER_KEY_FILE to a file that is not on the disk of the data (docs/operating.md).',
        }
      : { state: 'ok', message: 'they open the stored data' }
  },
}

const authorityOf = (installation: Installation) => ({
  ...installation,
  authorityVault: installation.vaultFor('authority'),
})

/** Whether one person may act as two. A start sets both rules, and the variables of a command have no effect. */
const rules: Check<Installation> = {
  name: 'rules',
  async run(installation): Promise<Finding> {
    const { fraud_two_people: twoPeople } = await readRules(installation.pool)
    const alone = [
      ...((await isDemo(installation)) ? ['it is a demo (NANI_DEMO=0)'] : []),
      ...(twoPeople ? [] : ['one person decides about fraud (NANI_FRAUD_TWO_PEOPLE=true)']),
    ]
    return alone.length === 0
      ? { state: 'ok', message: 'every decision that needs two people gets them' }
      : {
          state: 'attention',
          message: `one person may act as two: ${alone.join('; ')}`,
          next: 'Start every process of the server with the value in brackets.',
        }
  },
}

const productionCertificate: Check<Installation> = {
  name: 'production certificate',
  async run(installation): Promise<Finding> {
    const stored = await readServerCertificate(authorityOf(installation))
    if (stored === null) return { state: 'ok', message: 'the first start creates it' }
    const days = daysLeft(stored.certificatePem, installation.clock.now())
    return {
      state: stateOfCertificate(days),
      message: daysText(days),
      next: 'A process renews it 30 days before its end. The line "certificate" of its log has the reason if not.',
    }
  },
}

const lists: Check<Installation> = {
  name: 'lists',
  async run({ pool, clock }) {
    const all = freshnessOf(await currentVersions(pool), clock.now())
    const missing = all.filter(({ ageMs }) => ageMs === null).map(({ list }) => list.id)
    const loaded = all.flatMap(({ list, ageMs, stale }) =>
      ageMs === null ? [] : [{ id: list.id, stale, age: ageText(ageMs / 1_000), ageMs }],
    )
    const stale = loaded.filter((one) => one.stale).map(({ id, age }) => `${id} (${age})`)
    const oldest = loaded.toSorted((one, other) => other.ageMs - one.ageMs)[0]
    const age = oldest ? [`the oldest is ${oldest.id}, confirmed ${oldest.age} ago`] : []
    if (stale.length === 0 && missing.length === 0)
      return {
        state: 'ok',
        message: [`all ${loaded.length} lists are loaded and current`, ...age].join('; '),
      }
    const parts = [
      ...(missing.length > 0 ? [`never loaded: ${missing.join(', ')}`] : []),
      ...(stale.length > 0 ? [`too old: ${stale.join(', ')}`] : age),
    ]
    return { state: 'attention', message: parts.join('; ') }
  },
}

const faceModels: Check<Installation> = {
  name: 'face models',
  async run(installation): Promise<Finding> {
    const { faceWorkers, faceModelsDir } = installation.config
    if (faceWorkers === 0) return { state: 'ok', message: 'Face Recognition is not offered' }
    const builtIn = await builtInRoles(faceModelsDir)
    if (builtIn.length === 0) return { state: 'ok', message: `those of ${faceModelsDir}` }
    const { face_models_accepted: accepted } = await readRules(installation.pool)
    const unknown = `the training data is unknown of the built-in ones: ${builtIn.join(', ')}`
    if (accepted) return { state: 'ok', message: `accepted; ${unknown}` }
    return {
      state: (await isDemo(installation)) ? 'ok' : 'attention',
      message: unknown,
      next: 'Name others in NANI_FACE_MODELS, or start the server with NANI_FACE_MODELS_ACCEPTED=true.',
    }
  },
}

const cells: Check<Installation> = {
  name: 'cells',
  async run({ pool, rootKey, vaultFor }) {
    const known = await readCells(pool, vaultFor(cellsUse))
    if (known.length === 0) return { state: 'ok', message: 'there are none' }
    const failed = (await checkAll({ home: pool, rootKey }, known)).filter(({ state }) => state === 'failed')
    return failed.length === 0
      ? { state: 'ok', message: `all ${known.length} can be used` }
      : {
          state: 'failed',
          message: failed.map(({ name, message }) => `${name}: ${message}`).join(' '),
        }
  },
}

const clock: Check<Installation> = {
  name: 'clock',
  run: ({ clock }) =>
    clock.isTrusted()
      ? { state: 'ok', message: 'the clocks of this machine and of the database agree' }
      : {
          state: 'failed',
          message: 'the clocks of this machine and of the database differ',
          next: 'Run NTP on both.',
        },
}

/** The checks that need the database of an installation. */
export const checksOfDatabase: readonly Check<Installation>[] = [
  ...[clock, encryption, roles, register, rules, keys],
  ...[cells, productionCertificate, lists, faceModels],
]
