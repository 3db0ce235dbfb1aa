// Renders examples/faces. The portraits show invented people, so no person has rights to them. It takes some minutes of
// CPU: node packages/synthetic-data/scripts/render-sandbox-portraits.ts [directory]
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { onCard, onPhone } from './portraits/attacks.ts'
import { beside, byTheLamp, byTheWindow, outdoors } from './portraits/captures.ts'
import { develop } from './portraits/develop.ts'
import { beatrice, jeanPierre } from './portraits/people.ts'
import type { Capture, Person } from './portraits/person.ts'
import { render } from './portraits/render.ts'

/** Rays a pixel, across and down. */
const samples = 2
const directory = process.argv[2] ?? join(import.meta.dirname, '../../../examples/faces')
mkdirSync(directory, { recursive: true })

const save = async (name: string, picture: Sharp): Promise<Buffer> => {
  const data = await picture.jpeg({ quality: 88, mozjpeg: true }).toBuffer()
  await writeFile(join(directory, name), data)
  return data
}

const take = async (name: string, person: Person, capture: Capture): Promise<Buffer> =>
  save(`${name}.jpg`, develop(render(person, capture, samples), capture.exposure, capture.seed))

const him = await take('jean-pierre-enrolled', jeanPierre, byTheWindow)
await take('jean-pierre-today', jeanPierre, byTheLamp)
const her = await take('beatrice-enrolled', beatrice, byTheWindow)
await take('beatrice-today', beatrice, outdoors)
const left = render(jeanPierre, beside(byTheWindow, 235), samples)
const both = render(beatrice, beside(byTheWindow, 565), samples, left)
await save('two-people.jpg', develop(both, byTheWindow.exposure, 3))
await save('photo-of-a-screen.jpg', await onPhone(him))
await save('photo-of-a-card.jpg', await onCard(her))
