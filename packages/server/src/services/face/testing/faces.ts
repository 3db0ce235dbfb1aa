import type { FaceAnalysis, Template } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Alike, FaceSources } from '../sources.ts'

/** The similarity of two people. With themselves it is 0.97. For all others it is 0.1. */
export type Likeness = Readonly<Record<string, number>>

const templateOf = (face: string): Template => ({
  modelId: 'test',
  vector: Float32Array.from(Buffer.from(face.padEnd(32))),
})
const faceOf = ({ vector }: Template) => Buffer.from(vector).toString().trim()

/** A test photograph: the name of its person, or the code of its refusal. */
export const photographOf = (face: string): string => Buffer.from(`photograph ${face}`).toString('base64')

/**
 * An engine that reads names from photographs, and a search over `enrolled` (a face by identity). `analysed` lists its
 * inputs, and whether liveness was requested.
 */
export const testFaces = (enrolled: Readonly<Record<string, string>>, likeness: Likeness = {}) => {
  const analysed: { face: string; liveness: string }[] = []
  /** The executed steps of a verification, in order. */
  const steps: string[] = []
  const similarity = (a: Template, b: Template) => {
    const [one, other] = [faceOf(a), faceOf(b)]
    return one === other ? 0.97 : (likeness[`${one} ${other}`] ?? 0.1)
  }
  const sources: FaceSources = {
    engine: {
      similarity(a, b) {
        steps.push('compare')
        return similarity(a, b)
      },
      async analyse(bytes, { liveness }) {
        steps.push('analyse')
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
    async templatesOf(svcId) {
      steps.push('read templates')
      return enrolled[svcId] ? [templateOf(enrolled[svcId])] : []
    },
    async nearestFaces(template, _environment, most) {
      const alike = Object.entries(enrolled).map(([svcId, face]): Alike => {
        const near = similarity(template, templateOf(face))
        return { svcId, cosine: near, similarity: near }
      })
      return alike.sort((a, b) => b.cosine - a.cosine).slice(0, most)
    },
  }
  return { sources, analysed, steps }
}
