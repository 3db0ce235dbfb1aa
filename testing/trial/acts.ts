/*
 * npm run trial:acts [-- --seed 24 --faults 20] — plants one fault in each of 20 random acts and readings, in a copy of the
 * checkout, and runs the compiler and the tests. It lists which of them named each fault. It fails if a fault has no name.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { declaredActs, namesInSources, sourceFolder } from '../declared-acts.ts'
import { copyCheckout } from './copy-checkout.ts'
import { type FaultKind, faultKinds, plantFault, withoutRow } from './plant-fault.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: '20' },
  },
})
const seed = Number(values.seed)
const page = 'docs/acts.md'
const root = resolve(import.meta.dirname, '../..')

/** Mulberry32: the same seed plants the same faults. */
const randomOf = (start: number) => {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Fault = { name: string; kind: FaultKind; path: string; changed: string; tests: string[] }

/** The tests next to the act, those of the declarations, and the matrix of its surface. */
const testsOf = (path: string, routes: object): string[] => [
  'testing/declared-acts.test.ts',
  join(sourceFolder, dirname(path)),
  ...('citizen' in routes ? [join(sourceFolder, 'citizens/citizen/rights-matrix.test.ts')] : []),
  ...('member' in routes ? [join(sourceFolder, 'organizations/console/matrix.test.ts')] : []),
]

const chooseFaults = async (count: number): Promise<Fault[]> => {
  const random = randomOf(seed)
  const named = new Map(namesInSources().map(({ path, name }) => [name, path]))
  const left = (await declaredActs()).filter(({ declaration }) => named.has(declaration.name))
  const faults: Fault[] = []
  while (faults.length < count) {
    const kind = faultKinds[faults.length % faultKinds.length] as FaultKind
    const [act] = left.splice(Math.floor(random() * left.length), 1)
    if (!act) throw new Error('there are fewer acts than faults')
    const { name, routes, kind: of } = act.declaration
    const declared = named.get(name) as string
    const path = kind === 'documentation' ? page : join(sourceFolder, declared)
    const source = readFileSync(join(root, path), 'utf8')
    const changed =
      kind === 'documentation' ? withoutRow(source, name) : plantFault(kind, { source, name }, of)
    if (changed !== null && changed !== source)
      faults.push({ name, kind, path, changed, tests: testsOf(declared, routes) })
  }
  return faults
}

const run = (copy: string, ...command: string[]) => {
  const { status, stdout } = spawnSync('npx', command, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 })
  return { passes: status === 0, lines: stdout.split('\n') }
}

/** What named the fault: the compiler, else the tests that fail. */
const namesOf = (copy: string, { tests }: Fault): string[] => {
  const compiled = run(copy, 'tsc', '--noEmit')
  if (!compiled.passes) return [`compiler: ${compiled.lines[0]?.slice(0, 160)}`]
  const report = join(copy, 'trial.json')
  rmSync(report, { force: true })
  run(copy, 'vitest', 'run', '--reporter=json', `--outputFile=${report}`, ...tests)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string; title: string }[] }[]
  }
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => `${name.slice(copy.length + 1)}: ${title}`),
  )
}

console.log(`seed ${seed}`)
const faults = await chooseFaults(Number(values.faults))
const copy = copyCheckout(root)
let unnamed = 0
try {
  const clean = namesOf(copy, { ...(faults[0] as Fault), tests: ['testing/declared-acts.test.ts'] })
  if (clean.length > 0) throw new Error(`the checkout fails without a fault: ${clean.join('; ')}`)
  for (const fault of faults) {
    const original = readFileSync(join(copy, fault.path))
    writeFileSync(join(copy, fault.path), fault.changed)
    const names = namesOf(copy, fault)
    writeFileSync(join(copy, fault.path), original)
    if (names.length === 0) unnamed++
    console.log(`${names.length > 0 ? 'named  ' : 'UNNAMED'} ${fault.kind.padEnd(13)} ${fault.name}`)
    for (const name of names.slice(0, 4)) console.log(`          ${name}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${faults.length - unnamed} of ${faults.length} faults were named (seed ${seed})`)
process.exit(unnamed === 0 ? 0 : 1)
