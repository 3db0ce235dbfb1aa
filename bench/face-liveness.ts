// Measures passive liveness by ISO/IEC 30107-3: npm run bench:face-liveness. It uses photographs from ../shared/data
// (or NANI_BENCH_DATA), and attacks made of them. `--fit` fits the combiner and the probe of the layers again. `--quick`
// takes a quarter of the portraits and half of the attacks: for a machine that others use.
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
  leaveHalvesOut,
  leaveSourcesOut,
} from './face/liveness/cross-validate.ts'
import { type Measured, measureSamples } from './face/liveness/examples.ts'
import { moreKinds } from './face/liveness/more-attacks.ts'
import {
  attackFamilies,
  attackKinds,
  attacks,
  captures,
  hardlyLitPortraits,
  livePortraits,
  liveScenes,
  sandboxPortraits,
  webcamPortraits,
} from './face/liveness/samples.ts'
import { demandData } from './face/photographs.ts'

demandData()
sharp.concurrency(1)
const models = await openModels(await readManifests(process.env.NANI_FACE_MODELS || null))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** The steps are stored next to the code. The probe is stored in the manifest of the model whose layers it reads. */
const write = ({ leastScore, probe, steps }: Fitted & { leastScore: number }) => {
  const room = join(import.meta.dirname, '../packages/engines/src/face-engine')
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

const reportTogether = (title: string, judged: readonly Judged[], leastScore: number) => {
  report(title, judged, leastScore)
  const passed = judged.filter(({ score }) => score >= leastScore).length
  const [low, high] = clopperPearson(passed, judged.length).map(percent)
  console.log(
    `  together ${percent(passed / judged.length)} (${low} to ${high}) ${passed} of ${judged.length} passed`,
  )
}

/** The worst source first: an operator whose camera is unknown must expect its rate. */
const reportSources = (judged: readonly Judged[], leastScore: number) => {
  console.log('\nEach captured source unseen, the worst first')
  const groups = [...Map.groupBy(judged, ({ isLive, source }) => `${isLive ? 'BPCER' : 'APCER'} ${source}`)]
  const rows = groups.map(([name, list]) => {
    const wrong = list.filter(({ isLive, score }) => score >= leastScore !== isLive).length
    const files = new Set(list.map(({ instrument }) => instrument)).size
    return { name, wrong, total: list.length, files }
  })
  for (const { name, wrong, total, files } of rows.toSorted(
    (a, b) => b.wrong / b.total - a.wrong / a.total,
  )) {
    const [low, high] = clopperPearson(wrong, total).map(percent)
    console.log(
      `  ${name.padEnd(44)} ${percent(wrong / total).padStart(7)} (${low} to ${high}) ${wrong} of ${total}, ${files} files`,
    )
  }
}

/** The rates of unseen people, instruments and sources at several least scores. */
const reportLeastScores = (judged: readonly Judged[]) => {
  console.log(
    '\nLeast score: live portraits, hard light, captured live refused; captured and drawn attacks passed',
  )
  for (const least of [0.4, 0.478, 0.55, 0.6, 0.65, 0.7, 0.75]) {
    const rate = (isOf: (one: Judged) => boolean) => {
      const list = judged.filter(isOf)
      const wrong = list.filter(({ isLive, score }) => score >= least !== isLive).length
      return `${wrong} of ${list.length} = ${percent(wrong / Math.max(1, list.length))}`
    }
    const cells = [
      rate(({ kind }) => kind === 'live portrait'),
      rate(({ kind }) => kind === 'live, hard light'),
      rate(({ kind }) => kind === 'captured live'),
      rate(({ kind, isLive }) => kind.startsWith('captured') && !isLive),
      rate(({ kind, isLive }) => !kind.startsWith('captured') && !isLive),
    ]
    console.log(`  ${least.toFixed(3)}  ${cells.join('; ')}`)
  }
}

const isQuick = process.argv.includes('--quick')
const every = isQuick ? 4 : 1
const samples = [
  ...(await measureSamples(models, livePortraits(every))),
  ...(await measureSamples(models, hardlyLitPortraits(isQuick ? 8 : 3))),
  ...(await measureSamples(models, liveScenes(models.detector, isQuick ? 2 : 4))),
  ...(await measureSamples(models, sandboxPortraits(isQuick ? 5 : 10))),
  ...(await measureSamples(models, captures(4))),
  ...(await measureSamples(models, attacks(models.detector, isQuick ? 8 : 18))),
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
  const byWebcam = [
    ...(await measureSamples(models, webcamPortraits(isQuick ? 8 : 4))),
    ...(await measureSamples(models, attacks(models.detector, isQuick ? 2 : 6, attackKinds, 'webcam'))),
    ...(await measureSamples(models, attacks(models.detector, isQuick ? 1 : 3, moreKinds, 'webcam'))),
  ]
  const further = await measureSamples(models, attacks(models.detector, isQuick ? 4 : 6, moreKinds))
  const judged = crossValidate(samples, [...byWebcam, ...further])
  const isIn = (list: readonly Measured[]) => {
    const layers = new Set(list.map((sample) => sample.layers))
    return (one: Judged) => layers.has(one.layers)
  }
  const unseen = judged.filter(isIn(samples))
  reportSources(leaveSourcesOut(samples), leastScore)
  report('People and instruments unseen (fitted without them)', unseen, leastScore)
  reportLeastScores(unseen)
  report('The camera of a computer, not fitted', judged.filter(isIn(byWebcam)), leastScore)
  reportTogether('Further kinds, none fitted', judged.filter(isIn(further)), leastScore)
  reportTogether('Further kinds, the other half fitted', leaveHalvesOut(samples, further), leastScore)
  report('Families of attacks unseen', leaveFamiliesOut(samples, attackFamilies), leastScore)
  const byShipped = (sample: Measured) => ({ ...sample, score: combine(steps, sample.cues) })
  report('The combiner as it is shipped (it has seen these)', samples.map(byShipped), leastScore)
  report('As it is shipped, the camera of a computer', byWebcam.map(byShipped), leastScore)
  reportTogether('As it is shipped, further kinds', further.map(byShipped), leastScore)
}
