import type { KycValidation } from '@nani/sdk'
import type { Terminal } from '../terminal.ts'
import { claimLines, type Meaning, resultCard, scopeBlocks, whoBlocks } from './result-card.ts'

const meaning: Meaning = {
  verified: ['good', 'a certified identity'],
  not_certified: ['middling', 'an account that is not certified'],
  not_found: ['bad', 'nobody in the register has this identifier'],
}

/** A validation as a person reads it: the result first, then who it is and the claims. */
export const kycCard = (validation: KycValidation, terminal: Pick<Terminal, 'color'>): string => {
  const { score = 0, ...verdicts } = validation.match ?? {}
  const claims = claimLines(verdicts, terminal)
  return resultCard(
    validation,
    meaning,
    [
      ...whoBlocks(validation),
      ['Claims', claims.length > 0 ? [...claims, `${'score'.padEnd(13)}  ${score}`] : []],
      ...scopeBlocks(validation),
    ],
    terminal,
  )
}
