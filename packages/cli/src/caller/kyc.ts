import type { IdentifierType, KycValidationRequest } from '@nani/contract'
import { printJson, type Terminal } from '../terminal.ts'
import { type CallerOptions, withClient } from './credentials.ts'
import { jobText } from './job.ts'
import { kycCard } from './kyc-card.ts'

export type KycOptions = CallerOptions & {
  type: string
  name?: string
  born?: string
  age?: number
  scopes?: string[]
  purpose: string
  reference?: string
  base64?: boolean
  async?: boolean
}

// What was not said is left out: every value is the service's to judge.
const requestOf = (value: string, options: KycOptions): KycValidationRequest => {
  const { name, born, age } = options
  const claims = name !== undefined || born !== undefined || age !== undefined
  return {
    identifier: { type: options.type as IdentifierType, value },
    match: claims ? { full_name: name, date_of_birth: born, age } : undefined,
    purpose: options.purpose,
    scopes: options.scopes,
    document_delivery: options.base64 ? 'base64' : undefined,
    reference: options.reference,
  }
}

/** `nani kyc`: one validation, or a job with `--async`. */
export const kyc = (identifier: string, options: KycOptions, terminal: Terminal): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const request = requestOf(identifier, options)
    if (options.async) {
      const job = await nani.kyc.validateAsync(request)
      if (options.json) printJson(terminal, job)
      else terminal.out(jobText(job, terminal))
      return
    }
    const validation = await nani.kyc.validate(request)
    if (options.json) printJson(terminal, validation)
    else terminal.out(kycCard(validation, terminal))
  })
