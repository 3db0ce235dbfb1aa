import { createServer, type Server, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { amani, bahati, codeOf, type DeskWorld, startDeskWorld } from '../desk-world.fixture.ts'
import { showFraudCase } from '../reading/read-cases.ts'
import { clamdScanner } from './clamd.ts'
import { readClamdAddress } from './clamd-address.ts'
import { readFraudEvidence } from './read-evidence.ts'
import { scanEvidence } from './scan-evidence.ts'

let world: DeskWorld
let photograph: Buffer
beforeAll(async () => {
  world = await startDeskWorld()
  photograph = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'hidden place' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => world.stop())

const malware = 'Eicar-Test-Signature'
const mark = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'

type Behaviour = 'scans' | 'is silent' | 'closes' | 'has a small limit'
let server: Server | undefined
afterEach(() => server?.close())

/** Follows the documented protocol of clamd: zINSTREAM, pieces with their length, a length of zero, a reply with a null byte. */
const startClamd = async (behaviour: Behaviour = 'scans') => {
  const received: Buffer[] = []
  const own = createServer((socket: Socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      bytes = Buffer.concat([bytes, data])
      if (behaviour === 'closes') socket.destroy()
      if (behaviour === 'has a small limit' && bytes.length > 100) {
        socket.end('INSTREAM size limit exceeded. ERROR\0')
        return
      }
      const file = behaviour === 'scans' ? fileOf(bytes) : null
      if (!file) return
      received.push(file)
      socket.end(file.includes(mark) ? `stream: ${malware} FOUND\0` : 'stream: OK\0')
    })
  })
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const { port } = own.address() as { port: number }
  return { received, address: readClamdAddress('NANI_CLAMD', `127.0.0.1:${port}`) }
}

/** The file of a complete stream, or null. */
const fileOf = (bytes: Buffer): Buffer | null => {
  const command = Buffer.from('zINSTREAM\0')
  if (!bytes.subarray(0, command.length).equals(command)) return null
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const limits = { connectMs: 5_000, idleMs: 5_000, totalMs: 10_000 }

const withEvidence = (type: string, bytes: Buffer) =>
  world.report({ evidence: [{ type, file: { data: bytes.toString('base64') }, description: 'a receipt' }] })

const read = { position: 0, reason: 'to check the receipt', original: false }

test('a photograph is rendered again, and the reading is in the timeline and in the audit log', async () => {
  const { named, number } = await withEvidence('image', photograph)
  const { files, ...evidence } = await readFraudEvidence(amani, { ...named, ...read }, world.desk)
  expect(evidence).toEqual({
    ...{ object: 'fraud_evidence', case_number: number, position: 0, type: 'image', format: 'jpeg' },
    ...{ rendered: true, omitted: 0 },
  })
  expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([['image.png', 'image/png']])
  expect(files[0]?.bytes.includes('hidden place')).toBe(false)
  const { timeline } = await showFraudCase(amani, named, world.desk)
  expect(timeline.at(-1)).toMatchObject({
    act: 'evidence',
    actor: 'Amani',
    text: 'file 0: to check the receipt',
  })
  expect((await world.acts(number)).map(({ action }) => action)).toContain('cases.evidence')
})

test('the original is delivered as bytes that no program opens by itself', async () => {
  const { named } = await withEvidence('image', photograph)
  const { files } = await readFraudEvidence(amani, { ...named, ...read, original: true }, world.desk)
  expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['original.jpeg.bin', 'application/octet-stream'],
  ])
  expect(files[0]?.bytes.equals(photograph)).toBe(true)
})

test('a file that does not exist, or has no reason, is refused', async () => {
  const { named } = await withEvidence('image', photograph)
  expect(await codeOf(readFraudEvidence(amani, { ...named, ...read, position: 1 }, world.desk))).toBe(
    'evidence_not_found',
  )
  expect(await codeOf(readFraudEvidence(amani, { ...named, ...read, reason: '' }, world.desk))).toBe(
    'reason_required',
  )
})

test('views beyond the places of a person are refused, and leave no line in the timeline', async () => {
  const { named } = await withEvidence('image', photograph)
  const scanned = Promise.withResolvers<{ verdict: 'clean' }>()
  const desk = { ...world.desk, scanFile: () => scanned.promise }
  const settled: (string | null)[] = []
  const views = [...Array(10).fill(amani), bahati].map(async (actor) =>
    settled.push(await codeOf(readFraudEvidence(actor, { ...named, ...read }, desk))),
  )
  await expect.poll(() => settled).toEqual(['overloaded', 'overloaded'])
  scanned.resolve({ verdict: 'clean' })
  await Promise.all(views)
  expect(settled.filter((code) => code === null)).toHaveLength(9)
  const { timeline } = await showFraudCase(amani, named, desk)
  expect(timeline.filter(({ act }) => act === 'evidence')).toHaveLength(9)
  expect(await codeOf(readFraudEvidence(amani, { ...named, ...read }, desk))).toBeNull()
})

test('a clean file passes the scanner as a whole', async () => {
  const { received, address } = await startClamd()
  const scanFile = clamdScanner(address, limits)
  const large = Buffer.alloc(3_000_000, 7)
  expect(await scanFile(large)).toEqual({ verdict: 'clean' })
  expect(received[0]?.equals(large)).toBe(true)
})

test('an infected file is marked in the background, stays sealed and is never served', async () => {
  const { address } = await startClamd()
  const desk = { ...world.desk, scanFile: clamdScanner(address, limits) }
  const { named } = await withEvidence('transaction_log', Buffer.from(`note\n${mark}\n`))
  for (let last: Date | null = null; ; ) {
    last = await scanEvidence(desk.pool, desk, last)
    if (last === null) break
  }
  const { evidence } = await showFraudCase(amani, named, desk)
  expect(evidence[0]).toMatchObject({ malware, scanned_at: expect.any(String) })
  for (const original of [true, false]) {
    const served = readFraudEvidence(amani, { ...named, ...read, original }, { ...desk, scanFile: null })
    expect(await codeOf(served)).toBe('evidence_infected')
  }
})

test('a file is scanned before it is served', async () => {
  const { address } = await startClamd()
  const desk = { ...world.desk, scanFile: clamdScanner(address, limits) }
  const infected = await withEvidence('transaction_log', Buffer.from(`note\n${mark}\n`))
  expect(await codeOf(readFraudEvidence(amani, { ...infected.named, ...read }, desk))).toBe(
    'evidence_infected',
  )
  const clean = await withEvidence('image', photograph)
  expect(await codeOf(readFraudEvidence(amani, { ...clean.named, ...read }, desk))).toBe(null)
})

test.each([
  ['is silent', 'does not answer'],
  ['closes', 'connection'],
  ['has a small limit', 'StreamMaxLength'],
] as const)('a daemon that %s leaves the file sealed', async (behaviour, reason) => {
  const { address } = await startClamd(behaviour)
  const desk = { ...world.desk, scanFile: clamdScanner(address, { ...limits, idleMs: 300 }) }
  const result = await desk.scanFile(photograph)
  expect(result).toMatchObject({ verdict: 'unavailable', reason: expect.stringContaining(reason) })
  const { named } = await withEvidence('image', photograph)
  expect(await codeOf(readFraudEvidence(amani, { ...named, ...read }, desk))).toBe('scanner_unavailable')
})

test('a daemon that does not run leaves the file sealed', async () => {
  const scanFile = clamdScanner({ path: '/nowhere/clamd.ctl' }, limits)
  expect(await scanFile(photograph)).toMatchObject({ verdict: 'unavailable' })
})

test.each([
  ['/run/clamd.ctl', { path: '/run/clamd.ctl' }],
  ['clamd:3310', { host: 'clamd', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('%s is an address', (text, address) => {
  expect(readClamdAddress('NANI_CLAMD', text)).toEqual(address)
})

test.each(['clamd', 'clamd:0', 'clamd:99999', 'http://x:1', ''])('%j is no address', (text) => {
  expect(() => readClamdAddress('NANI_CLAMD', text)).toThrow(/host:port/)
})
