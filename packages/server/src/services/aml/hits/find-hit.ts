import { Refusal } from '@nani/foundation/core/index.ts'
import { type ResultDependencies, readStored } from '../../../calls/calls/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { PlacedHit } from '../dispositions/dispositions.ts'
import { positionOf, type RetainedScreening } from './hit-part.ts'

/** A hit of a screening, by its path. An unknown hit and another application's hit are both refused as `not_found`. */
export const findHit = async (
  { screeningId, position }: { screeningId: string; position: string },
  application: Pick<Application, 'applicationId' | 'clockAheadMs'>,
  dependencies: Pick<ResultDependencies, 'pool' | 'clock' | 'resultsVault'>,
): Promise<PlacedHit> => {
  const service = { name: 'aml_screening', idPrefix: 'aml' } as const
  const { kept } = await readStored(service, screeningId, application, dependencies)
  const found = hitAt(kept as RetainedScreening, positionOf(position))
  if (!found) throw new Refusal('not_found')
  return { ...found, applicationId: application.applicationId, screeningId }
}

const hitAt = ({ found, subject }: RetainedScreening, position: number) => {
  const content = found[position]
  return content ? { ...content, subject, position } : null
}
