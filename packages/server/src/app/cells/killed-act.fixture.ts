import { idSource, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import type { ActNeeds } from '../../gateway/acts/index.ts'
import { killSelf } from '../../organizations/console/testing/self-killing.ts'
import { type OrganizationDependencies, rotateKeys } from '../../organizations/organizations/index.ts'
import { memberRealm } from '../../organizations/people/index.ts'
import { requestAnswered } from '../../organizations/people-surface/index.ts'
import { openActCell } from './act-cell.ts'

/* A process that rotates the keys of an application in a cell, and kills itself at the given moment. */

const [homeUrl, cellUrl, moment] = process.argv.slice(2) as [string, string, string]
const open = (url: string) =>
  openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
const [home, pool, rootKey, random] = [open(homeUrl), open(cellUrl), Buffer.alloc(32, 7), systemRandom()]
const cell = openActCell({
  ...{ name: 'north', pool, home, clock: systemClock, rootKey },
  log() {},
})
const answer = { person: 'per_one', key: 'once', fingerprint: '', sealed: '', atMs: Date.now() }
killSelf(JSON.parse(moment))
const needs: OrganizationDependencies & Pick<ActNeeds, 'alongside'> = {
  ...{ pool, clock: systemClock, random, newId: idSource(systemClock, random), cell },
  credentialsVault: createVault(rootKey, 'credentials', random),
  alongside: {
    before: async () => {},
    write: (client, _, cause) => cause(client, requestAnswered(memberRealm), answer),
  },
}
await rotateKeys(
  { kind: 'operator', name: 'amina', roles: ['supervisor'] },
  { application_id: 'app_one', overlap_seconds: 0 },
  needs,
)
