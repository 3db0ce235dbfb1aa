import { useMemo } from 'preact/hooks'
import { call } from './api.ts'
import { type OpenApp, OpenAppContext, useShell } from './app-context.ts'
import { Navigation } from './parts/navigation.tsx'
import { OfflineNote } from './parts/offline-note.tsx'
import { useRoute } from './route.ts'
import { AccessesScreen } from './screens/accesses-screen.tsx'
import { ApprovalScreen } from './screens/approval-screen.tsx'
import { ConsentScreen } from './screens/consent-screen.tsx'
import { ConsentsScreen } from './screens/consents-screen.tsx'
import { DevicesScreen } from './screens/devices-screen.tsx'
import { DisputeScreen } from './screens/dispute-screen.tsx'
import { DisputesScreen } from './screens/disputes-screen.tsx'
import { HistoryScreen } from './screens/history-screen.tsx'
import { HomeScreen } from './screens/home-screen.tsx'
import { MoreScreen } from './screens/more-screen.tsx'
import { SettingsScreen } from './screens/settings-screen.tsx'
import { leave, type Session } from './session.ts'
import { usePending } from './use-pending.ts'

type Properties = Extract<Session, { state: 'open' }> & { setSession: (session: Session) => void }

/** The app of a citizen who is signed in. */
export const OpenView = ({ me, device, setSession }: Properties) => {
  const shell = useShell()
  const pending = usePending()
  const [screen = '', id = ''] = useRoute()
  const app = useMemo<OpenApp>(
    () => ({
      ...shell,
      ...{ me, device, pending },
      changeMe: (next) => setSession({ state: 'open', me: next, device }),
      signOut: async ({ forgetsKey }) => {
        await call('DELETE', '/session').catch(() => {})
        await leave({ forgetsKey })
        location.hash = ''
        setSession(forgetsKey ? { state: 'welcome', wasRemoved: false } : { state: 'locked', device })
      },
    }),
    [shell, me, device, pending, setSession],
  )
  return (
    <OpenAppContext.Provider value={app}>
      <OfflineNote />
      {screenOf(screen, id)}
      <Navigation {...{ screen, id }} waiting={pending.approvals.length + pending.consents.length} />
    </OpenAppContext.Provider>
  )
}

const screenOf = (screen: string, id: string) => {
  switch (screen) {
    case 'approvals':
      return <ApprovalScreen key={id} id={id} />
    case 'consents':
      return id ? <ConsentScreen key={id} id={id} /> : <ConsentsScreen />
    case 'accesses':
      return <AccessesScreen />
    case 'dispute':
      return <DisputeScreen key={id} id={id} />
    case 'disputes':
      return <DisputesScreen />
    case 'history':
      return <HistoryScreen />
    case 'devices':
      return <DevicesScreen />
    case 'settings':
      return <SettingsScreen />
    case 'more':
      return <MoreScreen />
    default:
      return <HomeScreen />
  }
}
