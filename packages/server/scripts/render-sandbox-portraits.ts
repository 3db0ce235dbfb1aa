// Renders the portraits of the sandbox: nobody is on them, so nobody's rights are. Some minutes of CPU:
// node packages/server/scripts/render-sandbox-portraits.ts [directory]
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { onCard, onPhone } from './portraits/attacks.ts'
import { beside, byTheLamp, byTheWindow } from './portraits/captures.ts'
import { develop } from './portraits/develop.ts'
import { one, other } from './portraits/people.ts'
import { render } from './portraits/render.ts'

/** Rays a pixel, across and down. */
const samples = 2
const directory = process.argv[2] ?? join(import.meta.dirname, '../src/face/sandbox-portraits')
mkdirSync(directory, { recursive: true })

const save = async (name: string, picture: Sharp): Promise<Buffer> => {
  const data = await picture.jpeg({ quality: 88, mozjpeg: true }).toBuffer()
  await writeFile(join(directory, name), data)
  return data
}

const portraits = new Map<string, Buffer>()
for (const [who, person] of Object.entries({ one, other })) {
  for (const [index, capture] of [byTheWindow, byTheLamp].entries()) {
    const name = `${who}-${index + 1}.jpg`
    const light = render(person, capture, samples)
    portraits.set(name, await save(name, develop(light, capture.exposure, capture.seed)))
  }
}
const left = render(one, beside(byTheWindow, 235), samples)
const both = render(other, beside(byTheWindow, 565), samples, left)
await save('two-people.jpg', develop(both, byTheWindow.exposure, 3))
await save('one-on-a-phone.jpg', await onPhone(portraits.get('one-1.jpg')!))
await save('other-on-a-card.jpg', await onCard(portraits.get('other-1.jpg')!))
