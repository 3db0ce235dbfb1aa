// Measures passive liveness by ISO/IEC 30107-3: npm run bench:face-liveness. It uses photographs from ../shared/data
// (or NANI_BENCH_DATA), and attacks made of them. `--fit` fits the combiner and the probe of the layers again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { combine, openModels, readManifests } from '@nani/engines/face-engine/index.ts'
import combiner from '@nani/engines/face-engine/liveness/combiner.json' with { type: 'json' }
import sharp from 'sharp'
import { clopperPearson } from './face/liveness/clopper-pearson.ts'
import {
  crossValidate,
  type Fitted,
  fit,
  type Judged,
  leaveFamiliesOut,
} from './face/liveness/cross-validate.ts'
import { measureSamples } from './face/liveness/examples.ts'
import {
  attackFamilies,
  attacks,
  captures,
  hardlyLitPortraits,
  livePortraits,
  liveScenes,
  sandboxPortraits,
} from './face/liveness/samples.ts'
import { demandData } from './face/photographs.ts'

demandData()
sharp.concurrency(1)
const models = await openModels(await readManifests(process.env.NANI_FACE_MODELS || null))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** The steps are stored next to the code. The probe is stored in the manifest of the model whose layers it reads. */
const write = ({ leastScore, probe, steps }: Fitted & { leastScore: number }) => {
  const room = join(import.meta.dirname, '../packages/server/src/face')
  const toFile = (file: string, content: object) => {
    writeFileSync(join(room, file), `${JSON.stringify(content, null, 2)}\n`)
    console.log(`written: ${file}`)
  }
  const { manifest } = models.liveness
  const layers = {
    channels: manifest.layers?.channels,
    weights: [...probe.weights].map((weight) => Number(weight.toPrecision(4))),
    bias: Number(probe.bias.toPrecision(6)),
  }
  toFile('models/built-in/liveness.json', { ...manifest, layers })
  toFile('liveness/combiner.json', { leastScore, ...steps })
  console.log(`least score ${leastScore}`)
}

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
  ...(await measureSamples(models, hardlyLitPortraits(3))),
  ...(await measureSamples(models, liveScenes(models.detector, 4))),
  ...(await measureSamples(models, sandboxPortraits(10))),
  ...(await measureSamples(models, captures(4))),
  ...(await measureSamples(models, attacks(models.detector, 18))),
]
const cpu = samples.map(({ cpuMs }) => cpuMs).reduce((sum, ms) => sum + ms, 0) / samples.length
console.log(`${samples.length} photographs; ${cpu.toFixed(1)} ms of CPU each, the model included`)

if (process.argv.includes('--fit')) {
  const judged = crossValidate(samples)
  const rising = judged
    .filter(({ kind }) => kind === 'live portrait')
    .map(({ score }) => score)
    .toSorted((a, b) => a - b)
  // Three in a hundred portraits of unseen people have a lower score.
  const leastScore = Math.floor(1000 * rising[Math.floor(0.03 * rising.length)]!) / 1000
  write({ leastScore, ...fit(samples) })
  report('People and instruments unseen', judged, leastScore)
} else {
  const { leastScore, ...steps } = combiner
  report('People and instruments unseen (fitted without them)', crossValidate(samples), leastScore)
  report('Families of attacks unseen', leaveFamiliesOut(samples, attackFamilies), leastScore)
  const shipped = samples.map((sample) => ({ ...sample, score: combine(steps, sample.cues) }))
  report('The combiner as it is shipped (it has seen these)', shipped, leastScore)
}
