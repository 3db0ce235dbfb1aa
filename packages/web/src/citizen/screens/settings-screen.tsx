import { call } from '../api.ts'
import { useOpenApp } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Refusal } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { Switch } from '../parts/switch.tsx'
import { useAction } from '../use-action.ts'
import { PushSwitch } from './settings/push-switch.tsx'

export const SettingsScreen = () => {
  const { texts, me, changeMe, signOut } = useOpenApp()
  const { settings } = texts
  const { run, failed } = useAction()
  const notify = (notify_accesses: boolean) =>
    run(async () => {
      await call('PATCH', '/me', { notify_accesses })
      changeMe({ ...me, settings: { ...me.settings, notify_accesses } })
    })
  return (
    <Screen title={settings.title} back="more">
      <p class="identity">
        <strong>{me.full_name}</strong>
        <span class="only-heard">{settings.identityNumber} </span>
        <span class="number">{me.svc_id_masked}</span>
      </p>
      <Refusal code={failed} />
      <LanguageChoice label={settings.language} />
      <PushSwitch>
        <Switch
          label={settings.notifyAccesses}
          text={settings.notifyAccessesText}
          isOn={me.settings.notify_accesses}
          onChange={notify}
        />
      </PushSwitch>
      <Button kind="equal" onClick={() => signOut({ forgetsKey: false })}>
        {settings.signOut}
      </Button>
      <p class="quiet">{settings.signOutText}</p>
    </Screen>
  )
}
