/**
 * npm run bench:nation: what a country needs, calculated from measurements (bench/nation/measured.json). It needs no database.
 *
 *   --people 100000000   --calls 2000,20000   rates of the busiest second
 *   --cells 20           at least so many cells (default: as few as the rate needs)
 *   --measure            measures calls and people again, on the embedded database, and prints them
 *   --machine-price 400  --disk-price 60      assumed prices of a machine and of a terabyte, in USD a month
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assumedMachines } from './nation/assumed.ts'
import { simulateNoon } from './nation/noon.ts'
import { type Measured, type Nation, sizeNation } from './nation/simulate.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000000' },
    calls: { type: 'string', default: '2000,20000' },
    cells: { type: 'string' },
    measure: { type: 'boolean', default: false },
    'machine-price': { type: 'string' },
    'disk-price': { type: 'string' },
  },
})

type Declared = Record<keyof Measured, { value: number; unit: string; command: string; date: string }>

/** What a person types: an amount of people or calls, or a refusal that names the option. */
const amountOf = (option: string, text: string): number => {
  const amount = Number(text)
  if (text.trim() !== '' && Number.isFinite(amount) && amount > 0) return amount
  console.error(`--${option} must be a number above 0, and not '${text}'.`)
  process.exit(1)
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const terabytes = (bytes: number): string => (bytes / 1e12).toFixed(1)
const gigabytes = (bytes: number): string => whole(bytes / 1e9)

const printNation = (nation: Nation): void => {
  console.log('               machines    cores   memory GB    disk TB   USD a month')
  for (const component of [...nation.components, { name: 'total', ...nation.total }])
    console.log(
      `  ${component.name.padEnd(11)}`,
      whole(component.machines).padStart(9),
      component.cores.toFixed(1).padStart(8),
      gigabytes(component.memoryBytes).padStart(11),
      terabytes(component.diskBytes).padStart(10),
      whole(component.usdOfMonth).padStart(13),
    )
}

const print = (): void => {
  const people = amountOf('people', values.people)
  const calls = values.calls.split(',').map((text) => amountOf('calls', text))
  const declared = JSON.parse(
    readFileSync(join(import.meta.dirname, 'nation/measured.json'), 'utf8'),
  ) as Declared
  const measured = Object.fromEntries(
    Object.entries(declared).map(([name, { value }]) => [name, value]),
  ) as Measured
  const assumed = {
    ...assumedMachines,
    ...(values['machine-price'] && { usdOfMachine: Number(values['machine-price']) }),
    ...(values['disk-price'] && { usdOfTerabyte: Number(values['disk-price']) }),
  }
  console.log('Measured:')
  for (const [name, { value, unit, command, date }] of Object.entries(declared))
    console.log(`  ${name.padEnd(24)} ${String(value).padStart(12)} ${unit.padEnd(28)} ${date}  ${command}`)
  console.log(`Assumed: ${JSON.stringify(assumed)}`)
  console.log(
    'Not included: load balancers, backups, the folder of the archive, and portraits and templates of faces on the disk. ' +
      'With, for example, 52 KB for both, 100 million people need 5.2 TB more on each copy of the register.',
  )
  const cells = values.cells === undefined ? null : Number(values.cells)
  for (const callsPerSecond of calls) {
    const nation = sizeNation(measured, assumed, { people, callsPerSecond, cells })
    console.log(`\n${whole(people)} people, ${whole(callsPerSecond)} calls in the busiest second`)
    printNation(nation)
    console.log('  One database ends first at:')
    for (const { resource, callsPerSecond: rate } of nation.limits)
      console.log(`    ${resource}: ${whole(rate)} calls in the busiest second`)
    const noon = simulateNoon(measured, assumed, { callsPerSecond, cells: nation.cells })
    console.log(
      `  A cell of ${nation.cells} is lost at noon: ${whole(noon.refused)} calls are refused and repeated ` +
        `(${(noon.refusedShare * 100).toFixed(0)} % of the callers), and all are answered after ${noon.caughtUpSeconds} s.`,
    )
    console.log(
      `  A list changes at noon: the last alert is written after ${noon.alertsSeconds.toFixed(1)} s, ` +
        'extrapolated from 100,000 monitored people without calls.',
    )
  }
}

if (values.measure) {
  const { measureCalls, measureFailover } = await import('./nation/measure.ts')
  const measured = { ...(await measureCalls()), failoverSeconds: await measureFailover() }
  console.log(JSON.stringify(measured, null, 2))
} else print()
