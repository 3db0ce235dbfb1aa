import type { KycValidation } from '@nani/sdk'
import type { Terminal } from '../terminal.ts'
import { claimLines, type Meaning, resultCard, scopeBlocks, whoBlocks } from './result-card.ts'

const meaning: Meaning = {
  verified: ['good', 'a certified identity'],
  not_certified: ['middling', 'an account that is not certified'],
  not_found: ['bad', 'this identifier is unknown in the register'],
}

/** The text form of a validation: the result, the identity, and the claims. */
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
