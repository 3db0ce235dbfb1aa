import { systemRandom } from '../core/index.ts'
import { openPool } from '../storage/index.ts'
import { runArchive } from './index.ts'

/* A run that ends itself with SIGKILL after a step: `node killed-archive.fixture.ts URL FOLDER ROOT_KEY NOW STEP`. */

const [url = '', folder = '', rootKey = '', now = '', step = ''] = process.argv.slice(2)
const ownerPool = openPool(url, { maxConnections: 2, statementTimeoutMs: 60_000, onError: () => {} })
await runArchive({
  ...{ ownerPool, folder, rootKey: Buffer.from(rootKey, 'hex'), random: systemRandom() },
  now: () => Number(now),
  whyChargesWait: async () => null,
  whyEntriesWait: async () => null,
  onStep(done) {
    if (done === step) process.kill(process.pid, 'SIGKILL')
  },
})
