// A process of its own with one worker: it sends 200 hostile and large files, and prints the memory in megabytes as JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openFaceEngine } from '../open-engine.ts'

const portrait = readFileSync(
  join(import.meta.dirname, '../../../../../examples/faces/jean-pierre-enrolled.jpg'),
)

const noise = (side: number) => {
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < data.length; at++) data[at] = Math.imul(at, 2_654_435_761) >>> 24
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
}
const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
const enlarged = (side: number) => sharp(portrait).resize(side, side, { fit: 'cover' })

/** The most expensive files that are accepted, and files of no use. */
const makeFiles = async (): Promise<Buffer[]> => {
  const noisy = await noise(3_000).jpeg({ quality: 60 }).toBuffer()
  return [
    portrait,
    Buffer.alloc(0),
    Buffer.from('<!doctype html>'),
    noisy.subarray(0, noisy.length / 2),
    await noise(1_300).jpeg().toBuffer(),
    await enlarged(1_500).png().toBuffer(),
    await enlarged(1_600).toColourspace('rgb16').png().toBuffer(),
    await enlarged(2_000).toColourspace('cmyk').jpeg().toBuffer(),
    await noise(2_000).jpeg({ progressive: true }).toBuffer(),
    await flat(2_500).png({ progressive: true }).toBuffer(),
  ]
}
const makeLargest = async (): Promise<Buffer[]> => [
  await flat(6_300).png().toBuffer(),
  await noise(7_000).jpeg({ quality: 60 }).toBuffer(),
  await noise(4_900).jpeg({ quality: 30, progressive: true }).toBuffer(),
  await enlarged(5_000).jpeg({ quality: 90 }).toBuffer(),
  await enlarged(3_500).toColourspace('rgb16').png().toBuffer(),
]

const largestEvery = 20
const megabytes = () => process.memoryUsage.rss() / 1e6
const files = await makeFiles()
const largest = await makeLargest()
sharp.cache(false)
const engine = await openFaceEngine({ modelsDir: null, workers: 1 })
const send = (file: Uint8Array) =>
  engine.analyse(file, { liveness: 'passive' }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'failed',
  )

for (let count = 0; count < 5; count++) await send(portrait)
const rest = megabytes()
let peak = rest
const watch = setInterval(() => {
  peak = Math.max(peak, megabytes())
}, 20)
const answers = new Set<string>()
for (let count = 0; count < 200; count++) {
  // Each of the largest comes twice.
  const isLargest = count % largestEvery === largestEvery - 1
  const from = isLargest ? largest : files
  answers.add(await send(from[Math.floor(count / (isLargest ? largestEvery : 1)) % from.length]!))
}
// A thread returns memory a moment after its last file. What stays is the least of several readings.
let after = Number.POSITIVE_INFINITY
for (let count = 0; count < 20; count++) {
  await send(portrait)
  after = Math.min(after, megabytes())
}
clearInterval(watch)
console.log(JSON.stringify({ rest, peak, after, answers: [...answers] }))
await engine.close()
