import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openModels, readManifests } from '@nani/engines/face-engine/index.ts'
import { embed } from '../face/embed.ts'
import type { Enrolled } from '../face/identities.ts'
import { photographsOf, readPairs } from '../face/photographs.ts'

type Kept = { modelId: string; dimensions: number; people: { file: string; person: string }[] }

/** The templates of the available photographs. They are computed once and cached in the temporary directory. */
export const realTemplates = async (): Promise<{ modelId: string; enrolled: Enrolled[] }> => {
  const manifests = await readManifests(process.env.NANI_FACE_MODELS || null)
  const { id: modelId, dimensions = 0, sha256 } = manifests.recogniser.manifest
  const path = join(tmpdir(), `nani-bench-templates-${sha256.slice(0, 16)}`)
  if (!existsSync(`${path}.json`)) {
    const photographs = photographsOf(readPairs())
    console.log(`Making the templates of ${photographs.length} photographs; they are kept in ${path}.*`)
    const { enrolled } = await embed(await openModels(manifests), photographs)
    const vectors = Buffer.concat(enrolled.map(({ vector }) => Buffer.from(vector.slice().buffer)))
    writeFileSync(`${path}.f32`, vectors)
    const people = enrolled.map(({ file, person }) => ({ file, person }))
    writeFileSync(`${path}.json`, JSON.stringify({ modelId, dimensions, people } satisfies Kept))
  }
  const { people } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Kept
  const bytes = readFileSync(`${path}.f32`)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const enrolled = people.map((one, at) => ({
    ...one,
    vector: all.slice(at * dimensions, (at + 1) * dimensions),
  }))
  return { modelId, enrolled }
}
