import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import { Refusal } from '../../parts/notice.tsx'
import { Switch } from '../../parts/switch.tsx'
import { useAction } from '../../use-action.ts'
import { type PushState, readPush, turnPushOff, turnPushOn } from './push.ts'

/** Notifications of this device. */
export const PushSwitch = () => {
  const { settings } = useTexts()
  const [state, setState] = useState<PushState>('absent')
  const { run, failed } = useAction()
  useEffect(() => {
    void readPush().then(setState)
  }, [])
  const turn = (isOn: boolean) =>
    run(async () => {
      try {
        await (isOn ? turnPushOn() : turnPushOff())
      } finally {
        setState(await readPush())
      }
    })
  if (state === 'absent') return null
  if (state === 'unavailable') return <p class="quiet">{settings.pushUnavailable}</p>
  if (state === 'blocked') return <p class="quiet">{settings.pushBlocked}</p>
  return (
    <>
      <Refusal code={failed} />
      <Switch label={settings.push} text={settings.pushText} isOn={state === 'on'} onChange={turn} />
    </>
  )
}
