import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import type { Draw } from '../coverings.ts'

/**
 * A way to present another person's portrait. No instrument is in two folds, so that none is evaluated after training
 * on it.
 */
export type AttackKind = {
  kind: string
  instruments: readonly string[]
  /** `room` is any other picture for the background. */
  make(draw: Draw, instrument: string, portrait: RgbImage, room: RgbImage): Promise<RgbImage>
}
