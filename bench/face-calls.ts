/**
 * npm run bench:face-calls — signed and encrypted face recognitions against the running product: the number in a
 * second, their effect on calls of another service, and whether an identification takes as long without a match as
 * with one. The photographs are those of examples/faces.
 *
 * --calls 300   recognitions of one run; --concurrency 8
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LoadReport } from './kyc/load.ts'
import { applyLoad, startProduct } from './kyc/processes.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '8' },
  },
})
const [calls, concurrency] = [values.calls, values.concurrency].map(Number) as [number, number]
const path = '/v1/face/recognitions'
const image = async (name: string) => ({
  data: (await readFile(join(import.meta.dirname, `../examples/faces/${name}.jpg`))).toString('base64'),
})
const asked = { reason: 'Measured by bench:face-calls', purpose: 'customer_onboarding', scopes: [] }
const person = (value: string) => ({ identifier: { type: 'svc_id', value } })

const show = (name: string, { calls, seconds, p50Ms, p99Ms, failed }: LoadReport) =>
  console.log(
    `  ${name.padEnd(52)} ${(calls / seconds).toFixed(1).padStart(7)} a second   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms   failed ${failed}`,
  )

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const product = await startProduct(dataDir)
const { credentials } = product
const load = (target: string, bodies: unknown[], amount: number, atOnce: number) =>
  applyLoad({ credentials, target, bodies, calls: amount, concurrency: atOnce })
try {
  const jeanPierre = await image('jean-pierre-today')
  const beatrice = await image('beatrice-today')
  const verification = { ...asked, image: jeanPierre, ...person('COD-0000-0000-0001') }
  const kyc = { ...person('COD-0000-0000-0001'), purpose: 'customer_onboarding', scopes: [] }
  const validate = (amount: number) => load('/v1/kyc/validations', [kyc], amount, 4)
  await load(path, [verification], 40, concurrency)
  await validate(2_000)

  console.log(`\nFace Recognition, ${concurrency} calls at once`)
  const verifications = await load(path, [verification], calls, concurrency)
  show('verifications', verifications)
  console.log(
    `  ${calls / verifications.seconds >= 25 ? 'met   ' : 'MISSED'} at least 25 verifications a second`,
  )

  console.log('\nAn identification that matches, and one without a match, one at a time')
  const match = await load(path, [{ ...asked, image: beatrice }], 100, 1)
  const none = await load(path, [{ ...asked, image: beatrice, threshold: 1 }], 100, 1)
  show('match', match)
  show('no match', none)

  console.log('\nKYC validations, 4 at once')
  const alone = await validate(2_000)
  show('alone', alone)
  const faces = load(path, [verification], calls, concurrency)
  const beside = await validate(2_000)
  show('next to as many recognitions as the machine can do', beside)
  show('  the recognitions meanwhile', await faces)
  console.log(`  p99 ${(beside.p99Ms / alone.p99Ms).toFixed(1)} times that of the calls alone`)
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
