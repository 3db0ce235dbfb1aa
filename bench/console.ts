/**
 * npm run bench:console — every GET of the console, by the product on a real database.
 *
 * The product runs like `npm start`. One organization has all applications, and one application has half of the log rows. Every
 * list has `--objects` rows, so that it has a page in the middle. Each GET of the description is called `--requests` times, 8 at
 * a time: its first page, a page in the middle, and the filter that matches nothing. It prints the 50th and the 99th percentile of
 * each, and fails above 50 ms, or where an answer is not 2xx. Streams are left out, because they do not end.
 *
 * --applications 100000; --rows 10000000; --objects 2000 (51 at least); --requests 5000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { freePort } from '../testing/machine/free-port.ts'
import { writeLists } from './console/list-rows.ts'
import { writeLog } from './console/log-rows.ts'
import { writeCompliance, writeEvents } from './console/sealed-rows.ts'
import { drawPeople } from './desk/synthetic-people.ts'
import { startProduct } from './kyc/processes.ts'
import { monitorPeople } from './monitoring/monitor-people.ts'
import { type Bank, registerBank } from './surface/bank.ts'
import { type Browser, openBrowser } from './surface/browser.ts'
import { measureGets } from './surface/measure-gets.ts'
import { enrolOperator } from './surface/operator.ts'
import { ownerPoolOf, platformOf } from './surface/platform-of.ts'

const { values } = parseArgs({
  options: {
    applications: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '10000000' },
    objects: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '5000' },
  },
})
const countOf = (name: keyof typeof values) => Number(values[name])
const maxMs = 50
const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-console-'))

const seed = async (owner: Browser, bank: Bank, platform: Platform): Promise<void> => {
  const { organization_id, application_id } = bank
  const pool = await ownerPoolOf(dataDir)
  const count = countOf('objects')
  await monitorPeople(application_id, drawPeople({ subjects: count, entries: 0 }).people, platform)
  await writeCompliance(platform, application_id, count)
  await writeEvents(platform, application_id, count)
  // The endpoint comes after the events, so that none of them is sent.
  await owner('PUT', `/api/organizations/${organization_id}/applications/${application_id}/webhook`, {
    url: 'https://hooks.example.cd/nani',
  })
  await writeLists(pool, bank, count)
  await writeLog(pool, bank, { applications: countOf('applications'), rows: countOf('rows') })
  await pool.query('analyze')
  await pool.end()
}

const [port, deskPort] = [await freePort(), await freePort()]
const product = await startProduct(dataDir, {
  ...{ NANI_CONSOLE_PORT: String(port), NANI_DESK_PORT: String(deskPort) },
})
let slow = 0
try {
  const owner = openBrowser(`http://127.0.0.1:${port}`)
  const platform = await platformOf(dataDir)
  const officer = await enrolOperator(`http://127.0.0.1:${deskPort}`, platform)
  const startMs = performance.now()
  const bank = await registerBank(owner, officer)
  await seed(owner, bank, platform)
  await platform.close()
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  console.log(
    `${countOf('applications')} applications, ${countOf('rows')} log rows and ${countOf('objects')} rows of each list in ${seconds} s`,
  )
  const requests = `/api/organizations/${bank.organization_id}/applications/${bank.application_id}/requests`
  const [first] = (await owner('GET', requests)).data
  slow = await measureGets({
    ...{ browser: owner, pid: product.pid, requests: countOf('requests'), maxMs },
    ids: {
      ...{ organization_id: bank.organization_id, application_id: bank.application_id },
      ...{ 'reviews/id': bank.review, 'conformance-runs/id': bank.run, 'invoices/id': bank.invoice },
      'requests/id': first?.id ?? '',
    },
    // Each export is an act itself. Without the filter, each one would be longer than the one before.
    always: { 'acts.export': [['action', 'applications.create']] },
    onePage: { 'organizations.list': 'A person is in 50 organizations at most, which is one page.' },
    // The worst filter of a list: it matches nothing, so that the whole bound is examined.
    filters: [
      ['error', 'no_such_error'],
      ['path', '/v1/none'],
      ['address', '198.51.100.9'],
      ['service', 'credit_scoring'],
      ['screening_id', 'aml_none'],
      ['status', 'open'],
      ['status', '599'],
    ],
  })
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = slow === 0 ? 0 : 1
