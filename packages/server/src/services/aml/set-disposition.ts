import type { AmlDispositionRequest } from '@nani/contract'
import { type ActPlatform, changeCase } from '../../app/audit/index.ts'
import { type DispositionDependencies, decideHit, type PlacedHit } from './dispositions.ts'

/** An operator decides about a hit on behalf of an application. The entry contains neither the reason nor the officer. */
export const setDisposition = changeCase({
  action: 'dispositions.set',
  permission: { operator: ['supervisor'] },
  async change(
    client,
    { hit, request }: { hit: PlacedHit; request: AmlDispositionRequest },
    platform: ActPlatform & DispositionDependencies,
  ) {
    const { applicationId, screeningId, position } = hit
    const result = await decideHit(client, hit, request, platform)
    const after = { screening_id: screeningId, position, disposition: request.disposition }
    return { result, entry: { subject: applicationId, after } }
  },
})
