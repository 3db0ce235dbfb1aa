import type { Me } from '@nani/contract/console'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api-error.ts'
import { Loaded } from '../parts/loaded.tsx'
import { send } from '../send.ts'

/** What needs a session. Without one, the person signs in and comes back. */
export const WithSession = ({ children }: { children: (me: Me) => ReactNode }) => {
  const query = useQuery({
    queryKey: ['/me', ''],
    queryFn: ({ signal }) => send<Me>('GET', '/me', { signal, isQuiet: true }),
  })
  const isSignedOut = query.error instanceof ApiError && query.error.status === 401
  if (isSignedOut && !query.data) return <ToSignIn />
  return <Loaded query={query}>{children}</Loaded>
}

/** Goes to the entrance once. The address changes on the way, and is not followed again. */
const ToSignIn = () => {
  const navigate = useNavigate()
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that was asked for is the first one.
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { next: href } as never, replace: true })
  }, [])
  return null
}
