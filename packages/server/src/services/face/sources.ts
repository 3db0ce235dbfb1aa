import type { Environment } from '@nani/contract'
import type { FaceEngine, Template } from '@nani/engines/face-engine/index.ts'

/** A similar person, by their best enrolled photograph. `similarity` is the calibrated `cosine` (0 to 1). */
export type Alike = { svcId: string; cosine: number; similarity: number }

/** The sources of a recognition: the engine, the enrolled templates, and the search. */
export type FaceSources = {
  engine: Pick<FaceEngine, 'analyse' | 'similarity'>
  /** The enrolled photographs of a person, as templates of the engine. */
  templatesOf(svcId: string): Promise<readonly Template[]>
  /**
   * The people of the nearest photographs of an environment, each once, most similar first. At most `photographs` are
   * searched.
   */
  nearestFaces(template: Template, environment: Environment, photographs: number): Promise<readonly Alike[]>
}
