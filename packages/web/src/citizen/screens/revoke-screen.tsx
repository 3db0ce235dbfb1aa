import { useEffect, useState } from 'preact/hooks'
import { call } from '../api.ts'
import { codeOf } from '../api-error.ts'
import { useTexts } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { DeviceFacts } from '../parts/device-facts.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useAction } from '../use-action.ts'

type Reported = { name: string; created_at: string; last_used_at: string }

/** The link of the message that reported a new device. It needs no session: the phone that got it is enough. */
export const RevokeScreen = ({ token }: { token: string }) => {
  const { devices, shell } = useTexts()
  const [device, setDevice] = useState<Reported | null>(null)
  const [isDone, setDone] = useState(false)
  const { run, isRunning, failed, setFailed } = useAction()
  const show = async () => {
    const found = await call<{ device: Reported }>('POST', '/revocations/device', { token })
    setDevice(found.device)
  }
  useEffect(() => {
    show().catch((thrown) => setFailed(codeOf(thrown)))
  }, [token])
  const revoke = () =>
    run(async () => {
      await call('POST', '/revocations', { token })
      setDone(true)
    })
  const isGone = failed === 'not_found'
  return (
    <Screen title={devices.revokeTitle} isFirst>
      {device && <DeviceFacts device={device} />}
      {isDone && <Notice kind="done">{devices.removed}</Notice>}
      <Refusal code={failed} />
      {isDone && <p>{devices.revokedNext}</p>}
      {isDone || isGone ? (
        <a class="button main" href="/">
          {devices.openApp}
        </a>
      ) : (
        <>
          <p>{devices.revokeText}</p>
          <Button kind="danger" onClick={revoke} isBusy={isRunning}>
            {isRunning ? shell.oneMoment : devices.remove}
          </Button>
          <p class="quiet">{devices.itWasYou}</p>
        </>
      )}
    </Screen>
  )
}
