import type { Environment } from '@nani/contract'
import type { FaceEngine, Template } from '../../face/index.ts'

/** Somebody who looks alike, by their best enrolled photograph. `similarity` is `cosine`, calibrated (0 to 1). */
export type Alike = { svcId: string; cosine: number; similarity: number }

/** What a recognition asks: the engine, who is enrolled, and the search among them. */
export type FaceSources = {
  engine: Pick<FaceEngine, 'analyse' | 'similarity'>
  /** The enrolled photographs of somebody, as the engine's own templates. */
  templatesOf(svcId: string): Promise<readonly Template[]>
  /** Whose the nearest photographs of an environment are, each once, the most alike first; of `photographs` at most. */
  mostAlike(template: Template, environment: Environment, photographs: number): Promise<readonly Alike[]>
}
