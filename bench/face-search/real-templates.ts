import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalyser, openLiveness, openModels, readManifests } from '@nani/engines/face-engine/index.ts'
import { embed } from '../face/embed.ts'
import { type Enrolled, personOf } from '../face/identities.ts'
import { enlarged, photographsOf, readPairs } from '../face/photographs.ts'

type Kept = { modelId: string; dimensions: number; people: { file: string; person: string }[] }
type Manifests = Awaited<ReturnType<typeof readManifests>>
type Templates = { modelId: string; enrolled: Enrolled[] }

/** The templates of the available photographs. */
export const realTemplates = (): Promise<Templates> =>
  cached('templates', async (manifests, files) => (await embed(await openModels(manifests), files)).enrolled)

/** The templates of those photographs that the service accepts without liveness, when they are enlarged to its size. */
export const acceptedTemplates = (): Promise<Templates> =>
  cached('accepted', async (manifests, files) => {
    const models = await openModels(manifests)
    const analyse = createAnalyser(models, openLiveness(models))
    const enrolled: Enrolled[] = []
    for (const file of files) {
      const bytes = await enlarged(file).jpeg({ quality: 92 }).toBuffer()
      const analysis = await analyse(bytes, { liveness: 'none' }).catch(() => null)
      if (analysis) enrolled.push({ file, person: personOf(file), vector: analysis.template.vector })
    }
    return enrolled
  })

/** Templates are computed once and cached in the temporary directory. */
const cached = async (
  kind: string,
  make: (manifests: Manifests, files: readonly string[]) => Promise<Enrolled[]>,
): Promise<Templates> => {
  const manifests = await readManifests(process.env.NANI_FACE_MODELS || null)
  const { id: modelId, dimensions = 0, sha256 } = manifests.recogniser.manifest
  const path = join(tmpdir(), `nani-bench-${kind}-${sha256.slice(0, 16)}`)
  if (!existsSync(`${path}.json`)) {
    const photographs = photographsOf(readPairs())
    console.log(`Making the templates of ${photographs.length} photographs; they are kept in ${path}.*`)
    const enrolled = await make(manifests, photographs)
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
