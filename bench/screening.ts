// Measures screening: accuracy on labelled pairs, recall under changes of names, false positives, speed, monitoring.
// npm run bench:screening [-- pairs recall evasions speed million monitoring] [--seed=N] [--per-kind=N --clean=N --misses --no-baselines]
// evasions: [--names=N --only=TEXT]
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runEvasions } from './screening/evasions/run.ts'
import type { Figure } from './screening/figures.ts'
import { runMonitoring } from './screening/monitoring.ts'
import { runPairs } from './screening/pairs.ts'
import { runRecall } from './screening/recall.ts'
import { runMillion, runSpeed } from './screening/speed.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const data = resolve(root, process.env.NANI_BENCH_DATA ?? '../shared/data')
if (!existsSync(join(data, 'screening'))) {
  console.log(`No benchmark data at ${data}: set NANI_BENCH_DATA to its folder. Nothing was measured.`)
  process.exit(0)
}

const given = process.argv.slice(2)
const number = (flag: string, otherwise: number): number =>
  Number(given.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3) ?? otherwise)

const parts: Record<string, (seed: number) => Figure[] | Promise<Figure[]>> = {
  pairs: () => runPairs(data),
  recall: (seed) =>
    runRecall(data, seed, {
      perKind: number('per-kind', 500),
      clean: number('clean', 5_000),
      showsMisses: given.includes('--misses'),
      hasBaselines: !given.includes('--no-baselines'),
    }),
  evasions: (seed) =>
    runEvasions(data, seed, {
      names: number('names', 50),
      clean: number('clean', 2_000),
      only: given.find((word) => word.startsWith('--only='))?.slice(7) ?? '',
      showsMisses: given.includes('--misses'),
    }),
  speed: (seed) => runSpeed(data, seed),
  monitoring: (seed) => runMonitoring(data, seed),
  million: (seed) => runMillion(data, seed),
}
const seed = number('seed', 1)
const asked = given.filter((word) => !word.startsWith('--'))
const unknown = asked.filter((part) => parts[part] === undefined)
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`)

const figures: Figure[] = []
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  figures.push(...(await run(seed)))
}
const missed = figures.filter(({ isMet }) => isMet === false)
if (missed.length > 0) {
  console.error(`\n${missed.length} targets missed: ${missed.map(({ name }) => name).join('; ')}`)
  process.exitCode = 1
}
