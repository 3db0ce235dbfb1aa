import { cosine, type FaceSearch, type TemplateSource } from './face/index.ts'

/** Everybody compared one after the other on the calling thread: right, and slow from some thousands on. */
export const scanFaces = ({ modelId, source }: { modelId: string; source: TemplateSource }): FaceSearch => {
  const vectors = new Map<number, Float32Array>()
  let version: number | null = null
  return {
    modelId,
    async search(template, k) {
      return [...vectors]
        .map(([id, vector]) => ({ id, cosine: cosine(template, { modelId, vector }) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, k)
    },
    async catchUp() {
      if (version === null) {
        const all = await source.readAll()
        for await (const batch of all.batches) for (const { id, vector } of batch) vectors.set(id, vector)
        version = all.version
      }
      const { changes, version: reached } = await source.changesSince(version)
      for (const { id, vector } of changes) {
        if (vector) vectors.set(id, vector)
        else vectors.delete(id)
      }
      version = reached
    },
    async save() {},
    stats: () => ({ templates: vectors.size, version: version ?? 0, bytes: 0 }),
    async close() {},
  }
}
