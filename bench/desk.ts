/**
 * npm run bench:desk — every GET of the desk, and the preview of a list, by the product on a real database.
 *
 * The product runs like `npm start`. The population is written first: reviews of 1,000 organizations, cases of which a fifth is
 * open, the log of acts over 400 days, and `--objects` rows of every other list. A case with a photograph is reported by a call. Each
 * GET of the description is called `--requests` times, 8 at a time: its first page, a page in the middle, and filters one by one. It
 * prints the 50th and the 99th percentile of each, and fails above 100 ms, or where an answer is not 2xx.
 *
 * Then a list of invented people is previewed, with monitored subjects of which some are on it: on an idle product, and while 8
 * callers send calls without a pause. It fails above 20 s, and where the rate of calls falls below 0.9 of the one before.
 *
 * --cases 100000; --reviews 10000; --acts 10000000; --objects 2000; --requests 5000; --subjects 100000; --entries 42000;
 * --only gets|preview
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createApplication } from '@nani/server/organizations/organizations/index.ts'
import sharp from 'sharp'
import { freePort } from '../testing/machine/free-port.ts'
import { clientOf, demoOf } from './demo-client.ts'
import { writeDeskObjects } from './desk/desk-objects.ts'
import { measurePreview } from './desk/measure-preview.ts'
import { seedDesk } from './desk/seed-desk.ts'
import { drawPeople } from './desk/synthetic-people.ts'
import { type Product, startProduct } from './kyc/processes.ts'
import { monitorPeople } from './monitoring/monitor-people.ts'
import { registerBank } from './surface/bank.ts'
import { type Browser, openBrowser } from './surface/browser.ts'
import { measureGets } from './surface/measure-gets.ts'
import { enrolOperator, machine } from './surface/operator.ts'
import { ownerPoolOf, platformOf } from './surface/platform-of.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    reviews: { type: 'string', default: '10000' },
    acts: { type: 'string', default: '10000000' },
    objects: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '5000' },
    subjects: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '42000' },
    only: { type: 'string' },
  },
})
const countOf = (name: Exclude<keyof typeof values, 'only'>) => Number(values[name])
const measures = (part: 'gets' | 'preview') => values.only === undefined || values.only === part
const maxMs = 100
const dayMs = 86_400_000

/** A case that a call reported, with its sealed report and a photograph. */
const reportCase = async (dataDir: string): Promise<string> => {
  const photograph = await sharp({
    create: { width: 1_200, height: 800, channels: 3, background: '#336699' },
  })
    .jpeg()
    .toBuffer()
  const client = clientOf(demoOf(dataDir))
  const { id } = await client.fraud.report({
    type: 'document_forgery',
    subject: {
      full_name: 'Ngalula Kapinga',
      date_of_birth: '1979-05-06',
      nationality: 'COD',
      role: 'suspect',
    },
    description: 'A forged card.',
    evidence: [{ type: 'image', file: { data: photograph.toString('base64') }, description: 'The card.' }],
  })
  await client.close()
  return id
}

const monitorSubjects = async (platform: Platform): Promise<void> => {
  const dependencies = { ...platform, credentialsVault: platform.vaultFor('credentials') }
  const named = { name: 'Bench monitors', environment: 'production' } as const
  const { application_id } = await createApplication(machine, named, dependencies)
  await monitorPeople(application_id, people, platform)
}

const filters: [name: string, value: string][] = [
  ['status', 'confirmed'],
  ['status', 'in_review'],
  ['status', 'open'],
  ['status', 'executed'],
  ['assignee', 'Operator 7'],
  ['assignee', 'none'],
  ['type', 'sim_swap'],
  ['q', 'RDC-FRD-2025-00012'],
  ['actor', 'Operator 7'],
  ['actor', 'Nobody'],
  ['action', 'bench.act_7'],
  ['action', 'nothing'],
  ['subject', 'object_77'],
  ['organization', 'org_bench10'],
  ['to', new Date(Date.now() - 300 * dayMs).toISOString()],
  ['from', new Date(Date.now() - dayMs).toISOString()],
]

type Desk = { officer: Browser; platform: Platform; reportedId: string; product: Product }

/** Writes an object for every GET, and calls each. Returns how many are slow. */
const measureReadings = async ({ officer, platform, reportedId, product }: Desk): Promise<number> => {
  const owner = openBrowser(`http://127.0.0.1:${consolePort}`)
  const bank = await registerBank(owner, officer)
  const { ids, logoHash } = await writeDeskObjects(officer, platform, bank, countOf('objects'))
  await platform.ownerPool.query('analyze')
  return measureGets({
    ...{ browser: officer, pid: product.pid, requests: countOf('requests'), maxMs },
    ids: { ...ids, fraud_case: reportedId },
    needed: { q: 'Bench application 77', value: '0.85', reason: 'bench', hash: logoHash },
    alone: ['lists.threshold_effect'],
    // An export has 50,000 acts at most.
    always: { 'acts.export_for_desk': [['subject', 'object_77']] },
    filters,
  })
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-desk-'))
const [port, consolePort] = [await freePort(), await freePort()]
const open = () =>
  startProduct(dataDir, { NANI_DESK_PORT: String(port), NANI_CONSOLE_PORT: String(consolePort) })
const { people, csv } = drawPeople({ subjects: countOf('subjects'), entries: countOf('entries') })
let product = await open()
let isMissed = false
try {
  const startMs = performance.now()
  const reportedId = await reportCase(dataDir)
  const before = await platformOf(dataDir)
  if (measures('gets')) {
    const counts = { cases: countOf('cases'), reviews: countOf('reviews'), acts: countOf('acts') }
    const pool = await ownerPoolOf(dataDir)
    await seedDesk(pool, counts, reportedId)
    await pool.end()
  }
  if (measures('preview')) await monitorSubjects(before)
  await before.close()
  console.log(`The population is written in ${Math.round((performance.now() - startMs) / 1_000)} s.`)
  // The product reads the monitored subjects at its start.
  await product.stop()
  product = await open()
  const platform = await platformOf(dataDir)
  const officer = await enrolOperator(`http://127.0.0.1:${port}`, platform)
  if (measures('gets')) isMissed = (await measureReadings({ officer, platform, reportedId, product })) > 0
  await platform.close()
  if (measures('preview')) {
    const figures = await measurePreview(officer, product, csv)
    isMissed ||= figures.some(({ isMet }) => isMet === false)
  }
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (isMissed) process.exitCode = 1
