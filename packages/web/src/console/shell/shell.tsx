import { Anchor, Button, Group } from '@mantine/core'
import type { Me } from '@nani/contract/console'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DemandDialog } from '../../staff/account/demand-dialog.tsx'
import { useSay } from '../../staff/language.tsx'
import { AccountMenu } from '../../staff/shell/account-menu.tsx'
import { CommandPalette } from '../../staff/shell/command-palette.tsx'
import { WithSession } from '../../staff/shell/with-session.tsx'
import { usePlace } from '../paths.ts'
import { EnvironmentSign } from './environment-sign.tsx'
import { Navigation } from './navigation.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import { usePalettePages } from './palette-pages.ts'
import { SessionProvider } from './session.tsx'

/** Every page with a session. */
export const Shell = () => <WithSession>{(me) => <SignedIn me={me} />}</WithSession>

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
          <CommandPalette usePages={usePalettePages} />
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
