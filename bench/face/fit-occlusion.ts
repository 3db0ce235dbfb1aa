// Fits the probe of packages/engines/src/face-engine/models/built-in/occlusion.json and prints it: node
// bench/face/fit-occlusion.ts. Input: faces of one half of the people, with and without coverings. Output: a logistic
// probe over the features of a cell.
import {
  alignFace,
  decodeImage,
  openModels,
  type Point,
  type RgbImage,
  readManifests,
  toTensor,
} from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { cover, type Laid, relight } from './cover.ts'
import { between, type Covering, createDraw, drawCovering } from './coverings.ts'
import { findMiddleFace } from './embed.ts'
import { isFitHalf, personOf } from './identities.ts'
import { isFittedWith } from './lay-over.ts'
import { demandData, filesOf, photographsOf, read, readPairs } from './photographs.ts'

const side = 14
const cellPixels = 112 / side
const coveredCopies = 5
const cellsOfEach = 36
const rounds = 6
const draw = createDraw(1)

type Example = { features: Float32Array; cell: number; isCovered: boolean }

/** An object of the data set as a covering. */
const openObject = async (file: string): Promise<Covering> => {
  const { data, info } = await sharp(read(file))
    .ensureAlpha()
    .resize(300, 300, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (u, v) => {
    const x = Math.floor(((u + 1) / 2) * info.width)
    const y = Math.floor(((v + 1) / 2) * info.height)
    const at = (y * info.width + x) * 4
    return data[at + 3]! > 127 ? [data[at]!, data[at + 1]!, data[at + 2]!] : null
  }
}

const anywhere = (): Laid => ({
  x: between(draw, 26, 86),
  y: between(draw, 35, 105),
  halfWidth: between(draw, 14, 46),
  halfHeight: between(draw, 12, 46),
  turn: between(draw, -0.6, 0.6),
})

/** Alignment is never exact, and is less exact with a covering. */
const shaken = (five: readonly Point[], pixels: number) =>
  five.map(({ x, y }) => ({
    x: x + between(draw, -pixels, pixels),
    y: y + between(draw, -pixels, pixels),
  })) as unknown as Parameters<typeof alignFace>[1]

const shareCovered = (covered: Uint8Array | null, cell: number): number => {
  if (!covered) return 0
  let count = 0
  for (let pixel = 0; pixel < cellPixels ** 2; pixel++) {
    const x = (cell % side) * cellPixels + (pixel % cellPixels)
    const y = Math.floor(cell / side) * cellPixels + Math.floor(pixel / cellPixels)
    count += covered[y * 112 + x]!
  }
  return count / cellPixels ** 2
}

const collect = async (): Promise<Example[]> => {
  const models = await openModels(await readManifests(null))
  const objects = await Promise.all(filesOf('occluders').filter(isFittedWith).map(openObject))
  const files = photographsOf(readPairs()).filter((file) => isFitHalf(personOf(file)))
  const pictures: RgbImage[] = []
  const examples: Example[] = []
  for (const file of files) {
    const picture = await decodeImage(read(file))
    const face = await findMiddleFace(models, picture)
    if (!face) continue
    pictures.push(picture)
    for (let copy = 0; copy <= coveredCopies; copy++) {
      const bare = alignFace(picture, shaken(face.five, copy === 0 ? 1 : 3))
      const covering =
        draw() < 0.4 ? objects[Math.floor(draw() * objects.length)]! : drawCovering(draw, pictures)
      const laid = copy === 0 ? null : cover(bare, covering, anywhere())
      const image = relight(laid?.image ?? bare, draw)
      const [map] = await models.occlusion.run(toTensor(image, models.occlusion.manifest.input))
      examples.push(...drawCells(map!, laid?.covered ?? null))
    }
  }
  return examples
}

const drawCells = (map: Float32Array, covered: Uint8Array | null): Example[] => {
  const cells = side ** 2
  return Array.from({ length: cellsOfEach }, () => Math.floor(draw() * cells)).flatMap((cell) => {
    const share = shareCovered(covered, cell)
    // A cell with a covered corner belongs to neither class.
    if (share > 0.1 && share < 0.55) return []
    const features = Float32Array.from({ length: map.length / cells }, (_, at) => map[at * cells + cell]!)
    return [{ features, cell, isCovered: share >= 0.55 }]
  })
}

/** The deviation of each feature, so that one step size fits all. */
const spread = (examples: readonly Example[], feature: number) => {
  const values = examples.map(({ features }) => features[feature]!)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(variance) + 1e-6 }
}

/** Logistic regression by stochastic gradient descent. All cells share the weights, and each has its own bias. */
const fit = (examples: readonly Example[]) => {
  const spreads = Array.from(examples[0]!.features, (_, feature) => spread(examples, feature))
  for (const { features } of examples) {
    for (const [feature, { mean, deviation }] of spreads.entries()) {
      features[feature] = (features[feature]! - mean) / deviation
    }
  }
  const weights = new Float64Array(spreads.length)
  const biases = new Float64Array(side ** 2)
  for (let step = 0; step < rounds * examples.length; step++) {
    const rate = 0.02 * (1 - step / (rounds * examples.length))
    const { features, cell, isCovered } = examples[Math.floor(draw() * examples.length)]!
    const logit = weights.reduce((sum, weight, feature) => sum + weight * features[feature]!, biases[cell]!)
    const error = 1 / (1 + Math.exp(-logit)) - Number(isCovered)
    for (let feature = 0; feature < weights.length; feature++) {
      weights[feature]! -= rate * (0.1 * error * features[feature]! + 1e-5 * weights[feature]!)
    }
    biases[cell]! -= 2 * rate * error
  }
  const shift = spreads.reduce((sum, { mean, deviation }, at) => sum + (weights[at]! * mean) / deviation, 0)
  const round = (value: number) => Number(value.toPrecision(4))
  return {
    weights: Array.from(weights, (weight, feature) => round(weight / spreads[feature]!.deviation)),
    biases: Array.from(biases, (bias) => round(bias - shift)),
  }
}

demandData()
sharp.concurrency(1)
console.log(JSON.stringify(fit(await collect())))
