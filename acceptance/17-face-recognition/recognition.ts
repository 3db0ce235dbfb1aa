import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallOptions, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson } from '../client/kyc.ts'
import type { Identifier, KycValidation } from '../client/shapes.ts'

export const path = '/v1/face/recognitions'

const folder = join(import.meta.dirname, '../../examples/faces')

/** A photograph that ships with the product, as the bytes of its file. */
export const photograph = (name: string): Buffer => readFileSync(join(folder, `${name}.jpg`))

/** The same as the `image` of a request. */
export const image = (name: string) => ({ data: photograph(name).toString('base64') })

/** See spec/face#face-result. */
export type Recognition = {
  id: string
  object: string
  livemode: boolean
  reference: string | null
  status: string
  mode: string
  result: string
  similarity: number | null
  threshold: number
  liveness: { checked: boolean; passed: boolean | null; score: number | null }
  identifier?: Identifier
  reason: string
  scopes_applied: string[]
  scopes_withheld: string[]
  purpose: string
  created_at: string
} & Partial<Pick<KycValidation, 'account' | 'kyc'>>

export const identity = (digits: string) => ({ identifier: sandboxPerson(digits) })

export const recognitionRequest = (photographName: string, members: Record<string, unknown> = {}) => ({
  image: image(photographName),
  reason: 'Withdrawal at the counter of Matonge, ticket 4711',
  purpose: 'customer_onboarding',
  scopes: [],
  ...members,
})

export const recognise = <Body = Recognition>(
  credentials: Credentials,
  photographName: string,
  members?: Record<string, unknown>,
  options?: CallOptions,
) => post<Body>(credentials, path, recognitionRequest(photographName, members), options)
