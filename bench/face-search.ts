// Measures the search among many faces: npm run bench:face-search [-- templates [sketches] [identification]].
// It uses photographs from ../shared/data (or NANI_BENCH_DATA). One thread searches unless the text names two. Times
// are of the clock, and of the processor if stated. The graph of a million takes half an hour to build.
import { readManifests } from '@nani/engines/face-engine/index.ts'
import {
  type EnrolledTemplate,
  type FaceSearch,
  openFaceSearch,
  type TemplateChange,
} from '@nani/engines/face-search/index.ts'
import { impostorCosines } from './face/identities.ts'
import { demandData } from './face/photographs.ts'
import { type Answer, reportIdentification } from './face-search/identification.ts'
import { megabytes, percent, percentiles, timed } from './face-search/measured.ts'
import { populationOf } from './face-search/population.ts'
import { realTemplates } from './face-search/real-templates.ts'

demandData()
const [templates = '1000000', ...parts] = process.argv.slice(2)
const count = Number(templates)
const isAsked = (part: 'sketches' | 'identification') => parts.length === 0 || parts.includes(part)
const probes = 1_000
const probesOfIdentification = 2_000
const k = 8
const { modelId, enrolled: real } = await realTemplates()
const dimensions = real[0]!.vector.length
const population = populationOf(real)

const tailsOf = (rising: Float32Array) =>
  [1e-2, 1e-3, 1e-4, 1e-5]
    .map(
      (share) =>
        `1 in ${Math.round(1 / share)} ${rising[Math.floor(rising.length * (1 - share))]!.toFixed(2)}`,
    )
    .join(', ')
const madeUp = Array.from({ length: 2_000 }, (_, index) => ({
  file: '',
  person: String(index),
  vector: population.enrolled(index + 1),
}))
console.log(`${real.length} real templates; ${count} people made up after them`)
console.log(`  cosines of different people: real ${tailsOf(impostorCosines(real))}`)
console.log(`                            made up ${tailsOf(impostorCosines(madeUp))}`)

/** The people, and the changes of the source. */
const openSource = () => {
  const changes: TemplateChange[] = []
  let makingMs = 0
  const people = async function* () {
    for (let from = 1; from <= count; from += 5_000) {
      const before = performance.now()
      const batch: EnrolledTemplate[] = []
      for (let id = from; id < Math.min(from + 5_000, count + 1); id++) {
        batch.push({ id, vector: population.enrolled(id) })
      }
      makingMs += performance.now() - before
      yield batch
    }
  }
  return {
    makingMs: () => makingMs,
    tell: (more: readonly TemplateChange[]) => changes.push(...more),
    readAll: async () => ({ version: 0, batches: people() }),
    changesSince: async (version: number) => ({ version: changes.length, changes: changes.slice(version) }),
  }
}

// Evenly distributed over all people. Strangers have unused numbers.
const enrolledPerson = (index: number, of: number) => 1 + Math.floor((index * count) / of)
const strangerOf = (index: number) => 2 * count + index

const ask = async (search: FaceSearch, of: number, person: (index: number) => number) => {
  const answers: Answer[] = []
  const ms: number[] = []
  for (let index = 0; index < of; index++) {
    const number = person(index)
    const template = { modelId, vector: population.again(number) }
    const startedMs = performance.now()
    const found = await search.search(template, k)
    ms.push(performance.now() - startedMs)
    answers.push({ person: number, found })
  }
  return { answers, ms }
}

const askBoth = async (search: FaceSearch) => {
  // Starts the threads and compiles the code.
  await ask(search, 20, (index) => enrolledPerson(index, 20))
  const { done, cpuMs } = await timed(async () => ({
    enrolled: await ask(search, probes, (index) => enrolledPerson(index, probes)),
    strangers: await ask(search, probes, strangerOf),
  }))
  console.log(
    `  of the enrolled ${percentiles(done.enrolled.ms)}; of strangers ${percentiles(done.strangers.ms)}`,
  )
  console.log(`  ${(cpuMs / (2 * probes)).toFixed(1)} ms of the processor each, making the probe included`)
  return { enrolled: done.enrolled.answers, strangers: done.strangers.answers }
}

const load = async (search: FaceSearch, source: ReturnType<typeof openSource>) => {
  const { ms } = await timed(() => search.catchUp())
  const { templates, bytes } = search.stats()
  const used = `${megabytes(bytes)} shared, ${megabytes(process.memoryUsage().heapUsed)} of heap`
  console.log(`  ${templates} templates taken in ${((ms - source.makingMs()) / 1_000).toFixed(1)} s; ${used}`)
}

const measureChanges = async (search: FaceSearch, source: ReturnType<typeof openSource>) => {
  const more = Array.from({ length: 1_000 }, (_, index) => ({
    id: count + 1 + index,
    vector: population.enrolled(count + 1 + index),
  }))
  for (const [what, changes] of [
    ['enrolled', more],
    ['revoked', more.map(({ id }) => ({ id, vector: null }))],
  ] as const) {
    source.tell(changes)
    const { ms } = await timed(() => search.catchUp())
    console.log(`  ${what} while serving: ${((1_000 * ms) / changes.length).toFixed(1)} µs a template`)
  }
}

console.log('\nEvery template scanned, one thread')
const source = openSource()
const exact = await openFaceSearch({ modelId, dimensions, source, workers: 1 })
await load(exact, source)
const truth = await askBoth(exact)
await measureChanges(exact, source)
await exact.close()

/** How often the nearest equals the result of the scan. */
const compareWithScan = (found: typeof truth) => {
  for (const kind of ['enrolled', 'strangers'] as const) {
    const first = (answers: readonly Answer[]) => answers.map(({ found }) => found[0]!.id)
    const [right, given] = [first(truth[kind]), first(found[kind])]
    const same = right.filter((id, index) => id === given[index]).length
    console.log(`  recall@1 against the scan, ${kind}: ${percent(same / probes)} (${same} of ${probes})`)
  }
}

const identification = async (search: FaceSearch) => {
  console.log(`\nIdentification among ${count}, ${probesOfIdentification} probes of each kind`)
  const { calibration } = (await readManifests(process.env.NANI_FACE_MODELS || null)).recogniser.manifest
  const many = probesOfIdentification
  const known = await ask(search, many, (index) => enrolledPerson(index, many))
  const strangers = await ask(search, many, strangerOf)
  reportIdentification(known.answers, strangers.answers, calibration!)
}

const openSketched = async (workers: number) => {
  const sketchSource = openSource()
  const options = { modelId, dimensions, source: sketchSource, workers, sketched: true }
  return { search: await openFaceSearch(options), source: sketchSource }
}

if (isAsked('sketches') || isAsked('identification')) {
  console.log('\nThose with the nearest sketches compared exactly, one thread')
  const { search, source } = await openSketched(1)
  await load(search, source)
  compareWithScan(await askBoth(search))
  await measureChanges(search, source)
  if (isAsked('identification')) await identification(search)
  await search.close()
}

if (isAsked('sketches')) {
  console.log('\nThe same, two threads')
  const { search, source } = await openSketched(2)
  await load(search, source)
  compareWithScan(await askBoth(search))
  await search.close()
}
