import { type Actor, idSource, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { killSelf } from '../../organizations/console/testing/self-killing.ts'
import { devicesFromHome } from '../citizen-devices/index.ts'
import { approveOnDevice, consentDependencies } from '../consents/index.ts'

/* A process in which a citizen approves a consent of a cell, and which kills itself at the given moment. */

const [homeUrl, cellUrl, rootKeyText, actorText, id, moment] = process.argv.slice(2) as [
  ...[string, string, string, string, string, string],
]
const open = (url: string) =>
  openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
const [home, pool, rootKey, random] = [
  ...([open(homeUrl), open(cellUrl), Buffer.from(rootKeyText, 'hex'), systemRandom()] as const),
]
const clock = systemClock
const vaultFor = (use: string) => createVault(rootKey, use, random)
const actor = JSON.parse(actorText) as Extract<Actor, { kind: 'citizen' }>
const signed = `update citizen_devices set last_used_at = clock_timestamp() where device_id = $1`
const devices = devicesFromHome(
  {
    signedBy: async () => ({ signCount: 0, kind: 'webcrypto' }),
    writeSigned: async (database) => (await database.query(signed, [actor.deviceId])).rowCount === 1,
    signingOptions: async () => null,
  },
  home,
)
killSelf(JSON.parse(moment))
await approveOnDevice(
  actor,
  { id, signature: 'c2lnbmVk' },
  {
    ...consentDependencies({ pool, clock, newId: idSource(clock, random), rootKey, vaultFor }),
    ...{ devices, app: () => ({ origin: 'http://localhost:4030' }) },
  },
)
