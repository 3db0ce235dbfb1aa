import type { Me } from '@nani/contract/console'
import { createContext, use } from 'react'

export type Operator = Me & { roles: string[] }

export const hasSecondFactor = ({ second_factor: { totp, passkeys } }: Operator): boolean =>
  totp || passkeys.length > 0

const Context = createContext<Operator | null>(null)
export const SessionProvider = Context

/** The operator who is signed in. */
export const useMe = (): Operator => {
  const me = use(Context)
  if (!me) throw new Error('There is no session here.')
  return me
}
