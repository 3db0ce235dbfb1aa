import type { Environment } from '@nani/contract'
import { type ResultDependencies, readPart } from '../../delivery/index.ts'
import type { PlacedHit } from './dispositions.ts'
import { type KeptScreening, positionOf } from './hit-part.ts'

/** A hit of a screening, by what names it. What is not there, and what is another's, is refused alike as `not_found`. */
export const findHit = async (
  { screeningId, position }: { screeningId: string; position: string },
  application: { applicationId: string; environment: Environment },
  dependencies: ResultDependencies,
): Promise<PlacedHit> => {
  const found = await readPart(
    { name: 'aml_screening', idPrefix: 'aml' },
    { read: ({ kept }) => hitAt(kept as KeptScreening, positionOf(position)) },
    { id: screeningId },
    application,
    dependencies,
  )
  const { applicationId } = application
  return { ...(found as ReturnType<typeof hitAt> & object), applicationId, screeningId }
}

const hitAt = ({ found, subject }: KeptScreening, position: number) => {
  const content = found[position]
  return content ? { ...content, subject, position } : null
}
