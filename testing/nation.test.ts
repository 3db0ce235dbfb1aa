import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { simulateNoon } from '../bench/nation/noon.ts'
import {
  type Assumed,
  type Country,
  limitsOfOneDatabase,
  type Measured,
  sizeNation,
} from '../bench/nation/simulate.ts'
import { seededRandom } from '../packages/foundation/src/core/index.ts'

const measured: Measured = {
  processCpuMsOfCall: 1,
  databaseCpuMsOfCall: 0.5,
  walBytesOfCall: 5_000,
  resultBytesOfCall: 1_000,
  auditBytesOfCall: 700,
  chargeBytesOfCall: 300,
  nonceBytesOfCall: 300,
  bytesOfPerson: 2_500,
  memoryOfProcess: 200e6,
  photographCpuMs: 75,
  bytesOfFaceInMemory: 608,
  searchMsOfMillionFaces: 3.4,
  bytesOfNameInMemory: 264,
  alertsSeconds: 0.8,
  failoverSeconds: 1.5,
}
const assumed: Assumed = {
  coresOfMachine: 10,
  memoryOfMachine: 100e9,
  diskOfMachine: 1e12,
  writesOfMachine: 100e6,
  busiest: 0.5,
  peakOverMean: 2,
  fullest: 1,
  detectionSeconds: 0.5,
  verifications: 0.01,
  identifications: 0,
  names: 1_000_000,
  monitored: 500_000,
  keptDays: { results: 10, audit: 10, charges: 10, nonces: 1 },
  usdOfMachine: 100,
  usdOfTerabyte: 10,
}
const country: Country = { people: 100e6, callsPerSecond: 20_000, cells: null }

test('a country that was calculated by hand', () => {
  const { cells, components, total } = sizeNation(measured, assumed, country)
  // 20,300 bytes of a call stay on average for the kept days, of 10,000 calls a second: 17.54 TB on disks of 1 TB.
  expect(cells).toBe(18)
  expect(components.map(({ name, machines, cores }) => [name, machines, cores])).toEqual([
    // 1 ms and a hundredth of 75 ms, of 20,000 calls: 35 cores, of which a machine has 5 to spare. And one machine more.
    ['processes', 8, 35],
    ['cells', 36, 10],
    // 250 GB, and the same on the standby.
    ['register', 2, 0],
    // 60.8 GB in halves of 100 GB, twice.
    ['faces', 4, 0],
  ])
  expect(total.machines).toBe(50)
  expect(total.diskBytes).toBeCloseTo(2 * 20_300 * 86_400 * 10_000 + 2 * 250e9, -3)
  expect(total.usdOfMonth).toBeCloseTo(50 * 100 + 35.578_4 * 10, 3)
})

test('what ends first in one database', () => {
  const limits = limitsOfOneDatabase(measured, assumed, country.people)
  expect(limits.map(({ resource, callsPerSecond }) => [resource, Math.floor(callsPerSecond)])).toEqual([
    ['disk of the database', 855],
    ['cores of the database', 10_000],
    ['writes of the log of the database', 10_000],
  ])
})

test('a cell that is lost at noon answers what was repeated with its free cores', () => {
  const noon = simulateNoon(measured, assumed, { callsPerSecond: 20_000, cells: 2 })
  // 10,000 calls a second wait for 2 s. Then 20,000 a second are answered, and 10,000 more arrive.
  expect(noon).toEqual({
    refused: 20_000,
    refusedShare: 0.5,
    caughtUpSeconds: 4,
    usedShare: 0.5,
    alertsSeconds: 4,
  })
  const full = simulateNoon(measured, assumed, { callsPerSecond: 20_000, cells: 1 })
  expect(full.caughtUpSeconds).toBe(Number.POSITIVE_INFINITY)
})

const random = seededRandom('nation')
const between = (low: number, high: number): number =>
  low + (random.bytes(4).readUInt32BE() / 2 ** 32) * (high - low)
const countries = Array.from(
  { length: 200 },
  (): Country => ({
    people: Math.round(between(1e5, 2e8)),
    callsPerSecond: between(1, 50_000),
    cells: null,
  }),
)

test('more calls, people or cells never need fewer machines, disks or money', () => {
  for (const one of countries) {
    const { total, cells } = sizeNation(measured, assumed, one)
    for (const more of [
      { ...one, callsPerSecond: one.callsPerSecond * 2 },
      { ...one, people: one.people * 2 },
      { ...one, cells: cells * 2 },
    ]) {
      const larger = sizeNation(measured, assumed, more)
      expect(larger.total.machines).toBeGreaterThanOrEqual(total.machines)
      expect(larger.total.diskBytes).toBeGreaterThanOrEqual(total.diskBytes)
      expect(larger.total.usdOfMonth).toBeGreaterThanOrEqual(total.usdOfMonth)
    }
  }
})

test('below every limit of one database, one cell is enough', () => {
  for (const one of countries) {
    const [first] = limitsOfOneDatabase(measured, assumed, one.people)
    const callsPerSecond = (first?.callsPerSecond ?? 0) * 0.999
    expect(sizeNation(measured, assumed, { ...one, callsPerSecond }).cells).toBe(1)
  }
})

test('the sums are those of the components, and a cell at noon has room for what it must catch up', () => {
  for (const one of countries) {
    const { components, total, cells } = sizeNation(measured, assumed, one)
    expect(total.machines).toBe(components.reduce((sum, { machines }) => sum + machines, 0))
    const noon = simulateNoon(measured, assumed, { ...one, cells })
    expect(noon.usedShare).toBeLessThanOrEqual(assumed.busiest + 1e-9)
    expect(noon.caughtUpSeconds).toBeLessThanOrEqual(
      2 * (assumed.detectionSeconds + measured.failoverSeconds),
    )
  }
})

test('every declared figure has its unit, its command and its date', () => {
  const file = join(import.meta.dirname, '../bench/nation/measured.json')
  const declared = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>
  expect(Object.keys(declared).toSorted()).toEqual(Object.keys(measured).toSorted())
  for (const [name, { value, unit, command, date }] of Object.entries(declared)) {
    expect(value, name).toBeGreaterThan(0)
    expect(unit, name).toMatch(/\w/)
    expect(command, name).toMatch(/^npm run bench:|^npx vitest run /)
    expect(date, name).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  }
})

test('processes that need more memory than a machine has are spread over more machines', () => {
  const machinesWith = (names: number) =>
    sizeNation(measured, { ...assumed, names }, country).components.find(({ name }) => name === 'processes')
  // Ten processes of 0.2 GB with names of 264 bytes: 200 GB of 100 GB, so that 7 machines become 14.
  expect(machinesWith((20e9 - 200e6) / 264)).toMatchObject({ machines: 15, memoryBytes: 15 * 100e9 })
})
