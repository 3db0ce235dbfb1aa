import type { AgeVerification } from '@nani/sdk'
import { printable, type Terminal } from '../terminal.ts'
import { type Meaning, resultCard, scopeBlocks, whoBlocks } from './result-card.ts'

/** The text form of an age verification. With minimal disclosure it only has the outcome. */
export const ageCard = (verification: AgeVerification, terminal: Pick<Terminal, 'color'>): string => {
  const years = `${printable(verification.age_check.threshold)} years`
  const meaning: Meaning = {
    over_threshold: ['good', `${years} or older`],
    under_threshold: ['bad', `younger than ${years}`],
    not_certified: ['middling', 'an account that is not certified'],
    not_found: ['bad', 'this identifier is unknown in the register'],
  }
  return resultCard(
    verification,
    meaning,
    [...whoBlocks(verification), ...scopeBlocks(verification)],
    terminal,
  )
}
