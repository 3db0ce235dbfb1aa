import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '../..')
export const faces = join(resolve(root, process.env.NANI_BENCH_DATA ?? '../shared/data'), 'faces')

export const demandData = (): void => {
  if (existsSync(join(faces, 'pairs.csv'))) return
  console.error(`No photographs in ${faces}: set NANI_BENCH_DATA to the folder that holds faces/.`)
  process.exit(2)
}

export type Pair = { a: string; b: string; isSame: boolean }

export const readPairs = (): Pair[] =>
  readFileSync(join(faces, 'pairs.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([a, b, label]) => ({ a: a!, b: b!, isSame: label === 'same' }))

/** Every photograph of the pairs, once. */
export const photographsOf = (pairs: readonly Pair[]): string[] => [
  ...new Set(pairs.flatMap(({ a, b }) => [a, b])),
]

export const filesOf = (folder: string): string[] =>
  readdirSync(join(faces, folder))
    .toSorted()
    .map((name) => `${folder}/${name}`)

export const read = (file: string): Buffer => readFileSync(join(faces, file))

/** The photographs have 250 × 250 pixels. The service requires 480 × 640. */
export const enlarged = (file: string) => sharp(read(file)).resize(640, 640)
