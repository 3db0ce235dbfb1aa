import type { Random } from '@nani/foundation/core/index.ts'

/** The number of two digits that a page shows. */
export const newShownNumber = (random: Random): number => 10 + (random.bytes(4).readUInt32BE() % 90)
