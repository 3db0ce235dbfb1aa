import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { openActCell } from '../../../app/cells/index.ts'
import { killSelf } from '../../../organizations/console/testing/self-killing.ts'
import { approveTopUp } from '../index.ts'

/* A process that approves a top-up of an organization in a cell, and kills itself at the given moment. */

const [homeUrl = '', cellUrl = '', organizationId = '', id = '', key = '', moment = ''] =
  process.argv.slice(2)
const open = (url: string) =>
  openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
const [home, pool, rootKey, random] = [open(homeUrl), open(cellUrl), Buffer.from(key, 'hex'), systemRandom()]
const clock = manualClock(Date.UTC(2026, 2, 15, 12))
const cell = openActCell({ name: 'north', pool, home, clock, rootKey, log() {} })
killSelf(JSON.parse(moment))
await approveTopUp(
  { kind: 'operator', name: 'amina', roles: ['billing_officer'] },
  { organization_id: organizationId, id },
  {
    ...{ pool, clock, cell, newId: idSource({ now: Date.now }, random) },
    vaultFor: (use: string) => createVault(rootKey, use, random),
  },
)
