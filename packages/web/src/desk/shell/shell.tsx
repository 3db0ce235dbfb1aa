import { Anchor, Button, Group } from '@mantine/core'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DemandDialog } from '../../staff/account/demand-dialog.tsx'
import { useSay } from '../../staff/language.tsx'
import { AccountMenu } from '../../staff/shell/account-menu.tsx'
import { CommandPalette } from '../../staff/shell/command-palette.tsx'
import { WithSession } from '../../staff/shell/with-session.tsx'
import { FirstFactorPage } from '../entrance/first-factor-page.tsx'
import { ChangedActs } from '../reasons/changed-act.tsx'
import { forgetKeptTexts } from '../reasons/kept-text.ts'
import { useMay } from '../rights.ts'
import { operatorRoleName } from '../roles.ts'
import { areasOf } from './areas.ts'
import { EnvironmentProvider, EnvironmentSign } from './environment.tsx'
import { Keys } from './keys.tsx'
import { LargerScreen } from './larger-screen.tsx'
import { hasSecondFactor, type Operator, SessionProvider } from './session.ts'

/** Every page with a session. An operator without a second factor first adds one. */
export const Shell = () => (
  <WithSession>
    {(me) => (
      <SessionProvider value={me as Operator}>
        <Entered me={me as Operator} key={me.id} />
      </SessionProvider>
    )}
  </WithSession>
)

/** The step of the second factor stays until the person has seen the recovery codes, which are shown once. */
const Entered = ({ me }: { me: Operator }) => {
  const hasFactor = hasSecondFactor(me)
  const [isReady, setReady] = useState(hasFactor)
  // Others removed the factor in the meantime.
  if (isReady && !hasFactor) setReady(false)
  return isReady ? <SignedIn me={me} /> : <FirstFactorPage me={me} onReady={() => setReady(true)} />
}

const usePages = () => {
  const say = useSay()
  const may = useMay()
  const shown = areasOf(say).filter(({ needs }) => needs === undefined || may(needs))
  return [...shown, { to: '/account', label: say('My account', 'Mon compte') }]
}

const SignedIn = ({ me }: { me: Operator }) => {
  const say = useSay()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the navigation of small screens.
  useEffect(() => setOpen(false), [pathname])
  return (
    <EnvironmentProvider>
      <a href="#main" className="skip">
        {say('Skip to the content', 'Aller au contenu')}
      </a>
      <header className="topbar">
        <Button
          size="xs"
          variant="default"
          className="burger"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label={say('Navigation', 'Navigation')}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
        </Button>
        <Anchor component={Link} to="/" className="brand">
          Nani
        </Anchor>
        <EnvironmentSign />
        <span className="roles">{me.roles.map((role) => operatorRoleName(say, role)).join(', ')}</span>
        <Group gap="xs" className="tools">
          <CommandPalette usePages={usePages} />
          <Keys />
          <AccountMenu me={me} onSignedOut={forgetKeptTexts} />
        </Group>
      </header>
      <div className="body" data-navigation="true">
        <Navigation isOpen={isOpen} />
        <LargerScreen>
          <ChangedActs>
            <Outlet />
          </ChangedActs>
        </LargerScreen>
      </div>
      <DemandDialog me={me} accountPath="/account" />
    </EnvironmentProvider>
  )
}

const Navigation = ({ isOpen }: { isOpen: boolean }) => {
  const say = useSay()
  const may = useMay()
  const areas = areasOf(say).filter(({ needs }) => needs === undefined || may(needs))
  return (
    <nav id="navigation" className="navigation" data-open={isOpen} aria-label={say('Pages', 'Pages')}>
      <ul>
        {areas.map(({ to, label, isExact = false }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
