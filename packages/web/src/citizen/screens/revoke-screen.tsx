import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { useTexts } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useAction } from '../use-action.ts'

/** The link of the message that reported a new device. It needs no session: the phone that got it is enough. */
export const RevokeScreen = ({ token }: { token: string }) => {
  const { devices, shell } = useTexts()
  const [isDone, setDone] = useState(false)
  const { run, isRunning, failed } = useAction()
  const revoke = () =>
    run(async () => {
      await call('POST', '/revocations', { token })
      setDone(true)
    })
  return (
    <Screen title={devices.revokeTitle} isFirst>
      {isDone ? (
        <Notice kind="done">{devices.removed}</Notice>
      ) : (
        <>
          <p>{devices.revokeText}</p>
          <Refusal code={failed} />
          <Button kind="danger" onClick={revoke} isBusy={isRunning}>
            {isRunning ? shell.oneMoment : devices.remove}
          </Button>
        </>
      )}
    </Screen>
  )
}
