import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SignInForm } from '../account/sign-in-form.tsx'
import { useSay } from '../language.tsx'
import { Entrance } from './entrance.tsx'

/** A path of this site only: a link must not lead elsewhere after the sign-in. */
const ownPath = (given: unknown): string =>
  typeof given === 'string' && /^\/(?![/\\])/.test(given) ? given : '/'

/** The entrance of people who have an account. `children`: the ways of people who do not. */
export const SignIn = ({ children }: { children: ReactNode }) => {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const goOn = async () => {
    queries.clear()
    await navigate({ to: ownPath(next) })
  }
  return (
    <Entrance title={say('Sign in', 'Se connecter')}>
      <SignInForm onSignedIn={goOn} />
      {children}
    </Entrance>
  )
}
