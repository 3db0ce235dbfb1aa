/*
 * npm run bench:fraud-reports — fraud reports against the running product, through the client, in the sandbox, where
 * cases also move by themselves meanwhile: two asynchronous batches of 10,000 reports, from the first byte of the
 * submission to the last result, with unique case numbers; and one report with eight files of 1 MiB, with the memory
 * that it adds.
 *
 *   --items 10000   reports of one batch; --rounds 1
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Nani } from '@nani/sdk'
import { cpuOfItems } from './cpu-time.ts'
import { startProduct } from './kyc/processes.ts'
import { atMost, type Figure, figure } from './screening/figures.ts'

const { values } = parseArgs({
  options: { items: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '1' } },
})
const count = Number(values.items)
const [maxBatchSeconds, maxReportSeconds, maxMebibytes] = [20, 1.5, 200]

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-fraud-'))
const product = await startProduct(dataDir)
const { credentials } = product
const nani = new Nani({
  baseUrl: credentials.base_url,
  apiKey: credentials.api_key,
  secretKey: credentials.secret_key,
  payloadEncryptionKey: credentials.payload_encryption_key,
  timeoutMs: 120_000,
})
const figures: Figure[] = []
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const items = (batch: number) =>
  Array.from({ length: count }, (_, at) => ({
    reference: `r${at}`,
    type: 'payment_fraud' as const,
    subject: {
      full_name: `Kabeya Ilunga ${batch} ${at}`,
      date_of_birth: '1990-05-04',
      nationality: 'COD',
      phone_number: `+24381${String(at).padStart(7, '0')}`,
    },
    victims: [{ anonymous: true }],
    description: 'Payments with a forged receipt in three shops on one day.',
    amount: { value: 250_000, currency: 'CDF' },
  }))

const measureBatches = async (): Promise<Figure> => {
  const bodies = [items(1), items(2)]
  const startMs = Date.now()
  const { result: batches, cpu } = await cpuOfItems(product.pid, 2 * count, async () => {
    const accepted = await Promise.all(bodies.map((body) => nani.fraud.reportBatchAsync({ items: body })))
    return Promise.all(accepted.map((batch) => nani.batches.wait(batch, { timeoutMs: 180_000 })))
  })
  // The client polls every five seconds at the end.
  const tookMs = Math.max(...batches.map((batch) => Date.parse(batch.completed_at ?? ''))) - startMs
  const numbers = new Set<string>()
  let [failed, unordered] = [0, 0]
  for (const batch of batches) {
    let last = ''
    for await (const item of nani.batches.results(batch)) {
      if (item.status !== 'succeeded') failed++
      else {
        const { case_number: caseNumber } = item.result
        numbers.add(caseNumber)
        if (caseNumber <= last) unordered++
        last = caseNumber
      }
    }
  }
  const result = `${seconds(tookMs)}; ${numbers.size} different case numbers, ${unordered} not in order, ${failed} failed; ${cpu}`
  return figure(
    `two asynchronous batches of ${count} reports, until both are complete`,
    result,
    atMost(tookMs / 1_000, maxBatchSeconds, ' s'),
  )
}

/** Resident memory of the process in MiB, now and at most since the last reset of the maximum. */
const memoryOf = async (pid: number): Promise<{ now: number; peak: number }> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') / 1_024, peak: kilobytes('VmHWM') / 1_024 }
}

/** A valid WAV file of about 1 MiB, whose bytes do not compress. */
const sound = (): Buffer => {
  const data = randomBytes((1 << 20) - 44)
  const bytes = Buffer.alloc(44 + data.length)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(data.length, 40)
  data.copy(bytes, 44)
  return bytes
}

const measureFiles = async (): Promise<Figure[]> => {
  const table = Buffer.from(`a,b\n${'1234567,7654321\n'.repeat(65_535)}`).toString('base64')
  const audio = sound().toString('base64')
  const evidence = [
    ...Array.from({ length: 4 }, () => ({ type: 'audio' as const, file: { data: audio }, description: 'x' })),
    ...Array.from({ length: 4 }, () => ({
      type: 'transaction_log' as const,
      file: { data: table },
      description: 'x',
    })),
  ]
  const report = () => nani.fraud.report({ type: 'phishing', description: 'x', evidence })
  // 5 resets the maximum (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${product.pid}/clear_refs`, '5')
  const before = await memoryOf(product.pid)
  await report()
  const after = await memoryOf(product.pid)
  const times: number[] = []
  for (let at = 0; at < 7; at++) {
    const startMs = performance.now()
    await report()
    times.push(performance.now() - startMs)
  }
  const median = times.toSorted((a, b) => a - b)[3] as number
  return [
    figure(
      'a report with eight files of 1 MiB, from the call to its response (median of 7)',
      `${seconds(median)}; the first ${seconds(times[0] as number)}`,
      atMost(median / 1_000, maxReportSeconds, ' s'),
    ),
    figure(
      'the memory that the process has at most during the first one, above that before',
      `${(after.peak - before.now).toFixed(0)} MiB`,
      atMost(after.peak - before.now, maxMebibytes, ' MiB'),
    ),
  ]
}

try {
  figures.push(...(await measureFiles()))
  for (let round = 0; round < Number(values.rounds); round++) figures.push(await measureBatches())
} finally {
  await nani.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
