// Measures passive liveness as ISO/IEC 30107-3 does: npm run bench:face-liveness. Photographs from ../shared/data (or
// NANI_BENCH_DATA), attacks made of them. `--fit` writes packages/server/src/face/liveness/combiner.json anew.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openModels, readManifests } from '@nani/server/face/index.ts'
import { combine } from '@nani/server/face/liveness/combine.ts'
import combiner from '@nani/server/face/liveness/combiner.json' with { type: 'json' }
import sharp from 'sharp'
import { clopperPearson } from './face/liveness/clopper-pearson.ts'
import { crossValidate, fit, type Judged, leaveKindsOut } from './face/liveness/cross-validate.ts'
import { measureSamples } from './face/liveness/examples.ts'
import { attackKinds, attacks, captures, livePortraits, liveScenes } from './face/liveness/samples.ts'
import { demandData } from './face/photographs.ts'

demandData()
sharp.concurrency(1)
const models = await openModels(await readManifests(process.env.NANI_FACE_MODELS || null))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const report = (title: string, judged: readonly Judged[], leastScore: number) => {
  console.log(`\n${title}`)
  const kinds = Map.groupBy(judged, ({ isLive, kind }) => `${isLive ? 'BPCER' : 'APCER'} ${kind}`)
  for (const [name, list] of [...kinds].toSorted(([a], [b]) => a.localeCompare(b))) {
    const wrong = list.filter(({ isLive, score }) => score >= leastScore !== isLive).length
    const [low, high] = clopperPearson(wrong, list.length).map(percent)
    console.log(
      `  ${name.padEnd(34)} ${percent(wrong / list.length).padStart(7)} (${low} to ${high}) ${wrong} of ${list.length}`,
    )
  }
}

const samples = [
  ...(await measureSamples(models, livePortraits(1))),
  ...(await measureSamples(models, liveScenes(models.detector, 4))),
  ...(await measureSamples(models, captures(4))),
  ...(await measureSamples(models, attacks(14))),
]
const cpu = samples.map(({ cpuMs }) => cpuMs).reduce((sum, ms) => sum + ms, 0) / samples.length
console.log(`${samples.length} photographs; ${cpu.toFixed(1)} ms of CPU each, the model included`)

if (process.argv.includes('--fit')) {
  const judged = crossValidate(samples)
  const rising = judged
    .filter(({ kind }) => kind === 'live portrait')
    .map(({ score }) => score)
    .toSorted((a, b) => a - b)
  // Three in a hundred portraits of people unseen lie below.
  const leastScore = Number(rising[Math.floor(0.03 * rising.length)]!.toFixed(3))
  const file = join(import.meta.dirname, '../packages/server/src/face/liveness/combiner.json')
  writeFileSync(file, `${JSON.stringify({ leastScore, ...fit(samples) }, null, 2)}\n`)
  console.log(`written: ${file}, least score ${leastScore}`)
  report('People and instruments unseen', judged, leastScore)
} else {
  const { leastScore, ...steps } = combiner
  report('People and instruments unseen (fitted without them)', crossValidate(samples), leastScore)
  const kinds = attackKinds.map(({ kind }) => kind)
  report('Kinds of attack unseen', leaveKindsOut(samples, kinds), leastScore)
  const shipped = samples.map((sample) => ({ ...sample, score: combine(steps, sample.cues) }))
  report('The combiner as it is shipped (it has seen these)', shipped, leastScore)
}
