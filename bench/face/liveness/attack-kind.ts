import type { RgbImage } from '@nani/server/face/index.ts'
import type { Draw } from '../coverings.ts'

/** A way to present somebody else's portrait. No instrument is in two folds, so that none is judged that was learnt. */
export type AttackKind = {
  kind: string
  instruments: readonly string[]
  /** `room` is any other picture, for what is behind. */
  make(draw: Draw, instrument: string, portrait: RgbImage, room: RgbImage): Promise<RgbImage>
}
