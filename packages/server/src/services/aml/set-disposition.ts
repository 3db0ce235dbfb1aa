import type { AmlDispositionRequest } from '@nani/contract'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { type DispositionDependencies, decideHit, type PlacedHit } from './dispositions.ts'

/** An operator decides about a hit on behalf of an application. The entry contains neither the reason nor the officer. */
export const setDisposition = defineAct({
  name: 'dispositions.set',
  sentence: { en: 'Decides about a hit', fr: 'Décide d’une correspondance' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    {
      hit: Type.Unsafe<PlacedHit>(Type.Object({})),
      request: Type.Unsafe<AmlDispositionRequest>(Type.Object({})),
    },
    { additionalProperties: false },
  ),
  output: Type.Unsafe<Awaited<ReturnType<typeof decideHit>>>(Type.Object({})),
  needs: needsOf<ActNeeds & DispositionDependencies>(),
  refusals: ['hit_not_found'],
  async perform({ client, input: { hit, request }, needs }) {
    const { applicationId, screeningId, position } = hit
    const result = await decideHit(client, hit, request, needs)
    const after = { screening_id: screeningId, position, disposition: request.disposition }
    return { result, entry: { subject: applicationId, after } }
  },
})
