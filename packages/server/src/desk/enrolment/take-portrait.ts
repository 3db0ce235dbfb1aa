import { createHash } from 'node:crypto'
import type { FaceAnalysis } from '@nani/engines/face-engine/index.ts'
import { isForCallers, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { countedRefusal } from '../../gateway/acts/index.ts'
import { requireSource, storePortrait } from '../../services/face/index.ts'
import { closed, enrolmentDeskAct, missingCitizen, officers, place, subjectOf, svcId } from './needs.ts'

const maxImageCharacters = 14 * 1024 * 1024

type Taken = { bytes: Buffer } & ({ analysis: FaceAnalysis } | { code: string; problems: string[] })
type Prepared = Taken | { refusal: Refusal }

/** Where the image is from: the camera of the desk, or a file of unknown origin. */
const sources = ['clerk', 'file'] as const
type Source = (typeof sources)[number]
const sourceOf = ({ source = 'file' }: { source?: Source }): Source => source

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
      /** `clerk`: the officer took it with the camera of the desk. Absent: `file`. */
      source: Type.Optional(Type.Enum([...sources])),
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
  refusals: ['citizen_not_found', 'face_models_not_accepted', 'face_source_refused', 'overloaded'],
  place,
  async prepare({ input, needs: { pool, portraits } }): Promise<Prepared> {
    const refusal = await refusalOf(pool, sourceOf(input))
    if (refusal) return { refusal }
    if (!portraits)
      throw new Refusal('overloaded', { retry_after: 5 }, { detail: 'this process has no face workers' })
    const bytes = Buffer.from(input.image, 'base64')
    try {
      return { bytes, analysis: await portraits.analyse(bytes, { liveness: 'passive' }) }
    } catch (error) {
      if (!isForCallers(error) || ['overloaded', 'model_not_ready'].includes(error.code)) throw error
      return { bytes, code: error.code, problems: [...((error.context.problems ?? []) as string[])] }
    }
  },
  async perform({ client, input, prepared, nowMs, needs }) {
    const { svc_id } = input
    const source = sourceOf(input)
    const subject = subjectOf(needs, svc_id)
    // An officer who tries files is visible to the auditor.
    if ('refusal' in prepared)
      return countedRefusal(prepared.refusal, { entry: { subject, after: { status: 'refused', source } } })
    const verdict = verdictOf(prepared)
    if (verdict.status === 'stored' && 'analysis' in prepared) {
      const { bytes, analysis } = prepared
      const photograph = { content_type: contentTypeOf(bytes), bytes }
      const stored = await storePortrait(
        client,
        { svcId: svc_id, photograph, template: analysis.template, source, atMs: nowMs },
        { faces: needs.facesVault, files: needs.filesVault },
      )
      if (stored === null) throw missingCitizen()
    }
    const sha256 = createHash('sha256').update(prepared.bytes).digest('hex')
    const after = verdict.status === 'stored' ? { ...verdict, source, sha256 } : verdict
    return {
      result: { object: 'portrait' as const, ...verdict },
      entry: { subject, after },
    }
  },
})

const refusalOf = async (pool: pg.Pool, source: Source): Promise<Refusal | null> => {
  try {
    await requireSource(pool, source)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

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
