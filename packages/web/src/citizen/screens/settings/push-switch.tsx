import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import { Refusal } from '../../parts/notice.tsx'
import { Switch } from '../../parts/switch.tsx'
import { type PushState, readPush, turnPushOff, turnPushOn } from '../../push.ts'
import { useAction } from '../../use-action.ts'

/** Notifications of this device, and what depends on them. Nothing, if the server sends none. */
export const PushSwitch = ({ children }: { children: ComponentChildren }) => {
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
  return (
    <>
      <Refusal code={failed} />
      {state === 'unavailable' && <p class="quiet">{settings.pushUnavailable}</p>}
      {state === 'blocked' && <p class="quiet">{settings.pushBlocked}</p>}
      {(state === 'on' || state === 'off') && (
        <Switch label={settings.push} text={settings.pushText} isOn={state === 'on'} onChange={turn} />
      )}
      {children}
    </>
  )
}
