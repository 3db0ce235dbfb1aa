import { createHash } from 'node:crypto'
import type { FaceAnalysis } from '@nani/engines/face-engine/index.ts'
import { isForCallers, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { storePortrait } from '../../services/face/index.ts'
import { closed, enrolmentDeskAct, missingCitizen, officers, place, subjectOf, svcId } from './needs.ts'

const maxImageCharacters = 14 * 1024 * 1024

type Taken = { bytes: Buffer } & ({ analysis: FaceAnalysis } | { code: string; problems: string[] })

/** A refused portrait answers with its hints, and leaves no image. */
export const takePortrait = enrolmentDeskAct({
  name: 'enrolment.take_portrait',
  sentence: { en: 'Takes the portrait of a citizen', fr: 'Prend le portrait d’un citoyen' },
  actors: officers,
  routes: { operator: 'POST /citizens/{svc_id}/portrait' },
  maxBodyBytes: 16 * 1024 * 1024,
  input: Type.Object(
    {
      svc_id: svcId,
      /** JPEG or PNG, in base64. */
      image: Type.String({ minLength: 4, maxLength: maxImageCharacters, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    },
    closed,
  ),
  output: Type.Object({
    object: Type.Literal('portrait'),
    status: Type.Enum(['stored', 'refused']),
    /** The code of the refusal, such as `image_quality_insufficient`. */
    code: Type.Union([Type.String(), Type.Null()]),
    problems: Type.Array(Type.String()),
    /** Whether the face is live. Null: the image was refused before. */
    live: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  refusals: ['citizen_not_found', 'face_models_not_accepted', 'overloaded'],
  place,
  async prepare({ input: { image }, needs: { portraits } }): Promise<Taken> {
    if (!portraits)
      throw new Refusal('overloaded', { retry_after: 5 }, { detail: 'this process has no face workers' })
    const bytes = Buffer.from(image, 'base64')
    try {
      return { bytes, analysis: await portraits.analyse(bytes, { liveness: 'passive' }) }
    } catch (error) {
      if (!isForCallers(error) || ['overloaded', 'model_not_ready'].includes(error.code)) throw error
      return { bytes, code: error.code, problems: [...((error.context.problems ?? []) as string[])] }
    }
  },
  async perform({ client, input: { svc_id }, prepared, nowMs, needs }) {
    const verdict = verdictOf(prepared)
    if (verdict.status === 'stored' && 'analysis' in prepared) {
      const { bytes, analysis } = prepared
      const photograph = { content_type: contentTypeOf(bytes), bytes }
      const stored = await storePortrait(
        client,
        { svcId: svc_id, photograph, template: analysis.template, atMs: nowMs },
        { faces: needs.facesVault, files: needs.filesVault },
      )
      if (stored === null) throw missingCitizen()
    }
    const sha256 = createHash('sha256').update(prepared.bytes).digest('hex')
    const after = verdict.status === 'stored' ? { ...verdict, sha256 } : verdict
    return {
      result: { object: 'portrait' as const, ...verdict },
      entry: { subject: subjectOf(needs, svc_id), after },
    }
  },
})

const verdictOf = (taken: Taken) => {
  if ('code' in taken)
    return { status: 'refused' as const, code: taken.code, problems: taken.problems, live: null }
  const live = taken.analysis.liveness?.passed ?? false
  return live
    ? { status: 'stored' as const, code: null, problems: [], live }
    : { status: 'refused' as const, code: 'liveness_failed', problems: [], live }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const contentTypeOf = (bytes: Buffer): string =>
  bytes.subarray(0, pngStart.length).equals(pngStart) ? 'image/png' : 'image/jpeg'
