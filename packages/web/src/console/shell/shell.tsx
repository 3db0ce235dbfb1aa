import { Anchor, Button, Group } from '@mantine/core'
import type { Me } from '@nani/contract/console'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DemandDialog } from '../../staff/account/demand-dialog.tsx'
import { ApiError } from '../../staff/api-error.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette } from './command-palette.tsx'
import { EnvironmentSign } from './environment-sign.tsx'
import { Navigation } from './navigation.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import { SessionProvider } from './session.tsx'

/** Every page with a session. Without one, the person signs in and comes back. */
export const Shell = () => {
  const query = useQuery({
    queryKey: ['/me', ''],
    queryFn: ({ signal }) => send<Me>('GET', '/me', { signal, isQuiet: true }),
  })
  const isSignedOut = query.error instanceof ApiError && query.error.status === 401
  if (isSignedOut && !query.data) return <ToSignIn />
  return <Loaded query={query}>{(me) => <SignedIn me={me} />}</Loaded>
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

const SignedIn = ({ me }: { me: Me }) => {
  const say = useSay()
  const { organizationId } = usePlace()
  const { pathname } = useLocation()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the navigation of small screens.
  useEffect(() => setNavigationOpen(false), [pathname])
  const hasNavigation = organizationId !== ''
  return (
    <SessionProvider value={me}>
      <a href="#main" className="skip">
        {say('Skip to the content', 'Aller au contenu')}
      </a>
      <header className="topbar">
        {hasNavigation ? (
          <Button
            size="xs"
            variant="default"
            className="burger"
            aria-expanded={isNavigationOpen}
            aria-controls="navigation"
            aria-label={say('Navigation', 'Navigation')}
            onClick={() => setNavigationOpen(!isNavigationOpen)}
          >
            <span aria-hidden="true">☰</span>
          </Button>
        ) : null}
        <Anchor component={Link} to="/" className="brand">
          Nani
        </Anchor>
        <OrganizationChoice me={me} />
        <EnvironmentSign />
        <Group gap="xs" className="tools">
          <CommandPalette />
          <AccountMenu me={me} />
        </Group>
      </header>
      <div className="body" data-navigation={hasNavigation}>
        {hasNavigation ? <Navigation isOpen={isNavigationOpen} /> : null}
        <Outlet />
      </div>
      <DemandDialog me={me} accountPath="/account" />
    </SessionProvider>
  )
}
