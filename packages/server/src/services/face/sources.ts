import type { Environment } from '@nani/contract'
import type { FaceEngine, Template } from '@nani/engines/face-engine/index.ts'
import type { SimilarityScale } from './calibrations/follow-calibration.ts'

/** A similar person, by their best enrolled photograph. */
export type Alike = { svcId: string; cosine: number }

/** The sources of a recognition: the engine, the enrolled templates, and the search. */
export type FaceSources = {
  engine: Pick<FaceEngine, 'analyse'>
  cosine(a: Template, b: Template): number
  /** The calibration in force. A comparison reads it once, so that the audit names the one that it used. */
  scale(): SimilarityScale
  /** The enrolled photographs of a person, as templates of the engine. */
  templatesOf(svcId: string): Promise<readonly Template[]>
  /**
   * The people of the nearest photographs of an environment, each once, most similar first. At most `photographs` are
   * searched.
   */
  nearestFaces(template: Template, environment: Environment, photographs: number): Promise<readonly Alike[]>
}
