// Measures the face engine: npm run bench:face. It uses photographs from ../shared/data (or NANI_BENCH_DATA). `npm run
// bench:face -- accuracy quality eyes files time` selects parts. `--fit` prints the calibration in
// packages/engines/src/face-engine/models/built-in/recogniser.json and the weights in quality/eye-weights.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  calibrated,
  createAnalyser,
  type ModelRole,
  openLiveness,
  openModels,
  readManifests,
} from '@nani/engines/face-engine/index.ts'
import { rateOf } from '@nani/engines/face-evaluation/index.ts'
import sharp from 'sharp'
import { type Compared, tenFoldAccuracy, trueMatchRate } from './face/accuracy.ts'
import { embed } from './face/embed.ts'
import { reportEyes } from './face/eyes/report-eyes.ts'
import { fitCalibration, guidance } from './face/fit-calibration.ts'
import { reportHostile } from './face/hostile.ts'
import { type Enrolled, impostorCosines, innerProduct, isFitHalf, personOf } from './face/identities.ts'
import { peopleInterval, strangersReaching } from './face/people-interval.ts'
import { demandData, enlarged, photographsOf, readPairs } from './face/photographs.ts'
import { judge, judgeCovered, judgeSpoilt } from './face/refusals.ts'
import { judgeRendered } from './face/rendered.ts'
import { reportStages } from './face/stages.ts'

demandData()
sharp.concurrency(1)
sharp.cache(false)
const files = await readManifests(process.env.NANI_FACE_MODELS || null)
const models = await openModels(files)
const pairs = readPairs()
const photographs = photographsOf(pairs)
const percent = (share: number) => `${(100 * share).toFixed(2)} %`

const cpuMs = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const before = process.cpuUsage()
  const done = await work()
  const { user, system } = process.cpuUsage(before)
  return [done, (user + system) / 1000]
}

const reportAccuracy = (enrolled: readonly Enrolled[]) => {
  const byFile = new Map(enrolled.map((one) => [one.file, one.vector]))
  const compared: Compared[] = pairs.flatMap(({ a, b, isSame }) => {
    const [one, other] = [byFile.get(a), byFile.get(b)]
    return one && other ? [{ cosine: innerProduct(one, other), isSame }] : []
  })
  const different = Float32Array.from(
    compared.filter(({ isSame }) => !isSame).map(({ cosine }) => cosine),
  ).sort()
  console.log(`\nVerification: ${compared.length} of ${pairs.length} pairs`)
  console.log(`  10-fold accuracy ${percent(tenFoldAccuracy(compared))}`)
  // With 700 pairs, one false match already exceeds 1 in 1000, so none is allowed.
  console.log(
    `  TAR with no false match in ${different.length}: ${percent(trueMatchRate(compared, different.at(-1)! + 1e-6))}`,
  )
  return compared
}

const reportSimilarity = (enrolled: readonly Enrolled[], compared: readonly Compared[]) => {
  const fitted = impostorCosines(enrolled.filter(({ person }) => isFitHalf(person)))
  if (process.argv.includes('--fit')) console.log(JSON.stringify(fitCalibration(fitted), null, 1))
  const others = enrolled.filter(({ person }) => !isFitHalf(person))
  const total = impostorCosines(others).length
  const steps = files.recogniser.manifest.calibration!
  const cosineOf = (wanted: number) => steps.find((step) => calibrated(steps, step.cosine) === wanted)!.cosine
  const strangers = strangersReaching(others, cosineOf(guidance[0]!.similarity))
  console.log(
    `\nSimilarity: fitted on ${fitted.length} pairs of different people, reported on ${total} of others`,
  )
  for (const { similarity, falseMatchRate } of guidance) {
    const cosine = cosineOf(similarity)
    const reaching = strangers.filter((pair) => pair.cosine >= cosine)
    const exact = rateOf(reaching.length, total)
    const people = peopleInterval(others, reaching)
    const range = ({ low, high }: { low: number; high: number }) =>
      `${low.toExponential(1)} to ${high.toExponential(1)}`
    console.log(
      `  ${similarity.toFixed(2)}: wanted ${falseMatchRate}, ${reaching.length} pairs = ${exact.rate.toExponential(1)} (exact ${range(exact)}; people drawn ${range(people)}); true matches ${percent(trueMatchRate(compared, cosine))}`,
    )
  }
}

const everyNth = <T>(items: readonly T[], wanted: number) =>
  items.filter((_, index) => index % Math.max(1, Math.floor(items.length / wanted)) === 0).slice(0, wanted)

const tally = (answers: readonly string[]) =>
  [...Map.groupBy(answers, (answer) => answer)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 5)
    .map(([answer, list]) => `${answer} ${list.length}`)
    .join(', ')

const reportQuality = async () => {
  const analyse = createAnalyser(models, openLiveness(models))
  // People who are in the fit of neither the calibration nor the occlusion probe.
  const unseen = photographs.filter((file) => !isFitHalf(personOf(file)))
  const answers: string[] = []
  const [, ms] = await cpuMs(async () => {
    for (const file of everyNth(unseen, 400)) {
      answers.push(await judge(analyse, await enlarged(file).jpeg({ quality: 92 }).toBuffer()))
    }
  })
  const alone = answers.filter((answer) => answer !== 'multiple_faces_detected')
  const refused = alone.filter((answer) => answer !== 'accepted').length
  console.log(
    `\nQuality: ${answers.length} photographs, enlarged to 640 × 640 (${(ms / answers.length).toFixed(0)} ms of CPU each, enlarging included)`,
  )
  console.log(
    `  refused ${percent(refused / alone.length)} of ${alone.length} with one face: ${tally(answers)}`,
  )
  const clean = everyNth(unseen, 400).filter((_, index) => answers[index] === 'accepted')
  const tables = [
    ...(await judgeSpoilt(analyse, everyNth(clean, 40))),
    ...(await judgeCovered(models, analyse, everyNth(clean, 120))),
    ...(await judgeRendered(analyse)),
  ]
  for (const [name, list] of tables) {
    const share = list.filter((answer) => answer !== 'accepted').length / list.length
    console.log(
      `  ${name.padEnd(40)} refused ${percent(share).padStart(8)} of ${list.length}: ${tally(list)}`,
    )
  }
}

console.log(
  Object.values(files)
    .map(({ manifest: { id, role } }) => `${role satisfies ModelRole}: ${id}`)
    .join('\n'),
)
const reportTemplates = async () => {
  const [{ enrolled, missed }, ms] = await cpuMs(() => embed(models, photographs))
  console.log(
    `\n${enrolled.length} templates, ${missed.length} photographs without a face; ${(ms / photographs.length).toFixed(1)} ms of CPU each`,
  )
  reportSimilarity(enrolled, reportAccuracy(enrolled))
}

const reportFiles = () => {
  const portrait = join(import.meta.dirname, '../examples/faces/jean-pierre-enrolled.jpg')
  return reportHostile(createAnalyser(models, openLiveness(models)), readFileSync(portrait))
}

const reportTime = async () => {
  const some = everyNth(photographs, 60).map((file) => enlarged(file).jpeg({ quality: 90 }).toBuffer())
  await reportStages(models, await Promise.all(some))
}

const parts = {
  accuracy: reportTemplates,
  quality: reportQuality,
  eyes: () => reportEyes(models, photographs, process.argv.includes('--fit')),
  files: reportFiles,
  time: reportTime,
}
const asked = process.argv.slice(2).filter((argument) => argument in parts)
for (const [name, report] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await report()
}
