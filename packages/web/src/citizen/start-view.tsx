import { useState } from 'preact/hooks'
import { useTexts } from './app-context.ts'
import { Button } from './parts/button.tsx'
import { Refusal } from './parts/notice.tsx'
import { Screen } from './parts/screen.tsx'
import { readEnrolment } from './screens/enrolment/enrolment-memory.ts'
import { EnrolmentScreen } from './screens/enrolment-screen.tsx'
import { LockedScreen } from './screens/locked-screen.tsx'
import { WelcomeScreen } from './screens/welcome-screen.tsx'
import type { Session } from './session.ts'

type Properties = {
  session: Exclude<Session, { state: 'open' }>
  setSession: (session: Session) => void
  retry: () => void
}

/** Everything before the citizen is signed in. */
export const StartView = ({ session, setSession, retry }: Properties) => {
  const texts = useTexts()
  const [isEnrolling, setEnrolling] = useState(() => readEnrolment() !== null)
  if (session.state === 'starting')
    return (
      <p class="starting" role="status">
        {texts.shell.loading}
      </p>
    )
  if (session.state === 'locked') return <LockedScreen device={session.device} onSession={setSession} />
  if (session.state === 'unreachable')
    return (
      <Screen title="Nani" isFirst>
        <Refusal code={session.code} />
        <Button onClick={retry}>{texts.shell.retry}</Button>
      </Screen>
    )
  if (!isEnrolling)
    return <WelcomeScreen wasRemoved={session.wasRemoved} onStart={() => setEnrolling(true)} />
  return (
    <EnrolmentScreen
      onCancel={() => setEnrolling(false)}
      onSession={(next) => {
        setEnrolling(false)
        setSession(next)
      }}
    />
  )
}
