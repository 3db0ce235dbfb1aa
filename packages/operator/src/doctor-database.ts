import { mayRewriteEvidence } from '@nani/foundation/storage/index.ts'
import { lateSeconds, readWaiting } from '@nani/server/register/register-outbox/index.ts'
import { currentVersions, freshnessOf } from '@nani/server/risk/lists/index.ts'
import type { Check } from './doctor-check.ts'
import type { Installation } from './installation.ts'

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

const register: Check<Installation> = {
  name: 'register',
  async run({ pool, registerPool }) {
    if (registerPool === pool) return { state: 'ok', message: 'it is in the database of the installation' }
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

const lists: Check<Installation> = {
  name: 'lists',
  async run({ pool, clock }) {
    const all = freshnessOf(await currentVersions(pool), clock.now())
    const loaded = all.filter(({ version }) => version !== null)
    const stale = loaded.filter((one) => one.stale).map(({ list }) => list.id)
    const missing = all.filter(({ version }) => version === null).map(({ list }) => list.id)
    if (stale.length === 0 && missing.length === 0)
      return { state: 'ok', message: `all ${loaded.length} lists are loaded and current` }
    const parts = [
      ...(missing.length > 0 ? [`never loaded: ${missing.join(', ')}`] : []),
      ...(stale.length > 0 ? [`too old: ${stale.join(', ')}`] : []),
    ]
    return { state: 'attention', message: parts.join('; '), next: 'Run: nani lists refresh' }
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

/** What needs the database of an installation. */
export const checksOfDatabase: readonly Check<Installation>[] = [clock, roles, register, lists]
