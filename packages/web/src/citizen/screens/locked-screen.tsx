import { useState } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import type { StoredDevice } from '../device/store.ts'
import { Button } from '../parts/button.tsx'
import { Logo } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { type Session, unlock } from '../session.ts'

type Properties = { device: StoredDevice; onSession: (session: Session) => void }

/** A registered device without a session. */
export const LockedScreen = ({ device, onSession }: Properties) => {
  const { shell } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const session = await unlock(device)
    setBusy(false)
    onSession(session)
  }
  return (
    <>
      <header class="welcome-head">
        <Logo />
        <span class="brand">Nani</span>
      </header>
      <Screen title={shell.lockedTitle} isFirst>
        {device.kind === 'webauthn' && <p>{shell.lockedText}</p>}
        <Button onClick={open} isBusy={isBusy}>
          {isBusy ? shell.oneMoment : shell.unlock}
        </Button>
      </Screen>
    </>
  )
}
