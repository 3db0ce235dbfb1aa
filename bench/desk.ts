/**
 * npm run bench:desk — every GET of the desk, and the preview of a list, by the product on a real database.
 *
 * The product runs like `npm start`. The population is written first: reviews of 1,000 organizations, cases of which a fifth is
 * open, and the log of acts over 400 days. A case with a photograph is reported by a call. Each GET of the description is called
 * `--requests` times, 8 at a time: its first page, a page in the middle, and filters one by one. It prints the 50th and the 99th
 * percentile of each, and fails above 100 ms.
 *
 * Then a list of invented people is previewed, with monitored subjects of which some are on it: on an idle product, and while 8
 * callers send calls without a pause. It fails above 20 s, and where the rate of calls falls below 0.9 of the one before.
 *
 * --cases 100000; --reviews 10000; --acts 10000000; --requests 5000; --subjects 100000; --entries 42000; --only gets|preview
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { inviteOperator } from '@nani/server/desk/operators/index.ts'
import { createApplication } from '@nani/server/organizations/organizations/index.ts'
import { operatorRealm as realm } from '@nani/server/organizations/people/index.ts'
import { createFraudStore, networkKeys } from '@nani/server/risk/fraud-network/index.ts'
import { openScreening } from '@nani/server/services/aml/index.ts'
import pg from 'pg'
import sharp from 'sharp'
import { freePort } from '../testing/machine/free-port.ts'
import { clientOf, demoOf } from './demo-client.ts'
import { measurePreview } from './desk/measure-preview.ts'
import { seedDesk } from './desk/seed-desk.ts'
import { drawPeople } from './desk/synthetic-people.ts'
import { startProduct } from './kyc/processes.ts'
import { seedMonitors } from './monitoring/seed-monitors.ts'
import { addTotp, type Browser, openBrowser } from './surface/browser.ts'
import { measureGets } from './surface/measure-gets.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    reviews: { type: 'string', default: '10000' },
    acts: { type: 'string', default: '10000000' },
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
const machine = { kind: 'system', task: 'bench' } as const

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

const monitorPeople = async (people: Parameters<typeof seedMonitors>[1], platform: Platform) => {
  const dependencies = { ...platform, credentialsVault: platform.vaultFor('credentials') }
  const named = { name: 'Bench monitors', environment: 'production' } as const
  const { application_id } = await createApplication(machine, named, dependencies)
  const fraudNetwork = createFraudStore({ pool: platform.pool, ...networkKeys(platform) })
  const screening = await openScreening({ ...platform, fraudNetwork, log: console.error })
  await seedMonitors(application_id, people, screening, platform)
  await screening.stop()
}

/** A person with every reading of the desk. */
const enrol = async (url: string, platform: Platform): Promise<Browser> => {
  const needs = { ...platform, realm, origin: () => url, rules: { oneAccountMayBeTwo: false } }
  const email = 'bench@example.cd'
  const { enrolment_url } = await inviteOperator(
    machine,
    { email, name: 'Bench', roles: ['supervisor', 'auditor'] },
    needs as Parameters<typeof inviteOperator>[2],
  )
  const token = new URLSearchParams(new URL(enrolment_url).hash.slice(1)).get('token')
  const browser = openBrowser(url)
  await browser('POST', '/api/enrolments', { token, password: 'kalamu-ya-buluu-na-mto-mrefu' })
  await addTotp(browser)
  return browser
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-desk-'))
const port = await freePort()
const open = () => startProduct(dataDir, { NANI_DESK_PORT: String(port) })
const { people, csv } = drawPeople({ subjects: countOf('subjects'), entries: countOf('entries') })
let product = await open()
let isMissed = false
try {
  const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 4 }
  const platformOf = async () =>
    openPlatform(config, (await readRunningDatabase(dataDir)) as DatabaseUrls, () => {})
  const startMs = performance.now()
  const reportedId = await reportCase(dataDir)
  let platform = await platformOf()
  if (measures('gets')) {
    const { owner } = (await readRunningDatabase(dataDir)) as DatabaseUrls
    const pool = new pg.Pool({ connectionString: owner, max: 3 })
    const counts = { cases: countOf('cases'), reviews: countOf('reviews'), acts: countOf('acts') }
    await seedDesk(pool, counts, reportedId)
    await pool.end()
  }
  if (measures('preview')) await monitorPeople(people, platform)
  await platform.close()
  console.log(`The population is written in ${Math.round((performance.now() - startMs) / 1_000)} s.`)
  // The product reads the monitored subjects at its start.
  await product.stop()
  product = await open()
  platform = await platformOf()
  const browser = await enrol(`http://127.0.0.1:${port}`, platform)
  await platform.close()
  if (measures('gets'))
    isMissed =
      (await measureGets({
        ...{ browser, pid: product.pid, requests: countOf('requests'), maxMs },
        ids: {
          ...{ fraud_case: reportedId, position: '0', organization_id: 'org_bench1' },
          ...{
            'reviews/id': 'rev_bench1',
            'lists/id': 'un',
            svc_id: 'COD-1000-0000-0001',
            application_id: 'app_bench77',
          },
        },
        needed: { q: 'Bench application 77', value: '0.85', reason: 'bench', hash: '0'.repeat(64) },
        alone: ['lists.threshold_effect'],
        // An export has 50,000 acts at most.
        always: { 'acts.export_for_desk': [['subject', 'object_77']] },
        filters: [
          ['status', 'confirmed'],
          ['status', 'in_review'],
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
        ],
      })) > 0
  if (measures('preview')) {
    const figures = await measurePreview(browser, product.credentials, csv)
    isMissed ||= figures.some(({ isMet }) => isMet === false)
  }
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (isMissed) process.exitCode = 1
