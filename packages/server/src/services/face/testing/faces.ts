import { Refusal } from '../../../core/index.ts'
import type { FaceAnalysis, Template } from '../../../face/index.ts'
import type { Alike, FaceSources } from '../sources.ts'

/** How alike two people look; of one with themselves 0.97. Everybody else is 0.1. */
export type Likeness = Readonly<Record<string, number>>

const templateOf = (face: string): Template => ({
  modelId: 'test',
  vector: Float32Array.from(Buffer.from(face.padEnd(32))),
})
const faceOf = ({ vector }: Template) => Buffer.from(vector).toString().trim()

/** A photograph of the tests: the name of whom it shows, or the code that it is refused with. */
export const photographOf = (face: string): string => Buffer.from(`photograph ${face}`).toString('base64')

/**
 * An engine that reads names off photographs, and a search that knows everybody of `enrolled` (a face by identity).
 * `analysed` lists what it was given, and whether liveness was asked for.
 */
export const testFaces = (enrolled: Readonly<Record<string, string>>, likeness: Likeness = {}) => {
  const analysed: { face: string; liveness: string }[] = []
  const similarity = (a: Template, b: Template) => {
    const [one, other] = [faceOf(a), faceOf(b)]
    return one === other ? 0.97 : (likeness[`${one} ${other}`] ?? 0.1)
  }
  const sources: FaceSources = {
    engine: {
      similarity,
      async analyse(bytes, { liveness }) {
        const [, face = ''] = /^photograph (\w+)$/.exec(Buffer.from(bytes).toString()) ?? []
        analysed.push({ face, liveness })
        if (face === '') throw new Refusal('invalid_request', { field: 'image', reason: 'is no JPEG or PNG' })
        if (face.endsWith('_detected') || face.endsWith('_insufficient') || face === 'overloaded')
          throw new Refusal(face as 'no_face_detected')
        if (face === 'screen' && liveness === 'passive') throw new Refusal('liveness_failed')
        const live = liveness === 'passive' ? { score: 0.98765, passed: true } : null
        return { template: templateOf(face), liveness: live } as FaceAnalysis
      },
    },
    templatesOf: async (svcId) => (enrolled[svcId] ? [templateOf(enrolled[svcId])] : []),
    async mostAlike(template, _environment, most) {
      const alike = Object.entries(enrolled).map(([svcId, face]): Alike => {
        const near = similarity(template, templateOf(face))
        return { svcId, cosine: near, similarity: near }
      })
      return alike.sort((a, b) => b.cosine - a.cosine).slice(0, most)
    },
  }
  return { sources, analysed }
}
