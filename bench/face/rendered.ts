import type { Analyser } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { outdoors } from '../../packages/synthetic-data/scripts/portraits/captures.ts'
import { develop } from '../../packages/synthetic-data/scripts/portraits/develop.ts'
import { beatrice, jeanPierre } from '../../packages/synthetic-data/scripts/portraits/people.ts'
import type { Capture } from '../../packages/synthetic-data/scripts/portraits/person.ts'
import { render } from '../../packages/synthetic-data/scripts/portraits/render.ts'
import { judge } from './refusals.ts'

const straight: Capture = {
  ...outdoors,
  width: 210,
  height: 280,
  headHeight: 150,
  centre: [105, 135],
  yaw: 0,
  pitch: 0,
  roll: 0,
  gaze: [0, 0],
}

/** The data set has no photographs with a known angle or with eyes closed on request. */
const poses: readonly (readonly [string, Partial<Capture>])[] = [
  ...[0, 20, 35, 60, 75].flatMap((yaw) =>
    (yaw === 0 ? [0] : [-yaw, yaw]).map(
      (turned) => [`rendered, ${yaw}° to a side`, { yaw: turned }] as const,
    ),
  ),
  ...[20, 45].flatMap((pitch) => [
    [`rendered, ${pitch}° up or down`, { pitch }] as const,
    [`rendered, ${pitch}° up or down`, { pitch: -pitch }] as const,
  ]),
  ...[15, 45].map((roll) => [`rendered, tilted by ${roll}°`, { roll }] as const),
  ['rendered, eyes half open', { opening: 0.5 }],
  ['rendered, eyes closed', { opening: -0.6 }],
]

/** The results of rendered heads at known angles. */
export const judgeRendered = async (analyse: Analyser) => {
  const table = new Map<string, string[]>()
  for (const [name, pose] of poses) {
    for (const person of [jeanPierre, beatrice]) {
      const capture = { ...straight, ...pose }
      const picture = develop(render(person, capture, 1), capture.exposure, capture.seed)
      const enlarged = await picture.png().toBuffer()
      const image = await sharp(enlarged).resize(600, 800).jpeg({ quality: 92 }).toBuffer()
      table.set(name, [...(table.get(name) ?? []), await judge(analyse, image)])
    }
  }
  return [...table]
}
