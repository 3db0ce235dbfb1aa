import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { useOpenApp } from '../app-context.ts'
import type { ListedDevice } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { DeviceFacts } from '../parts/device-facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { Question } from '../parts/question.tsx'
import { Screen } from '../parts/screen.tsx'
import { inDigits } from '../texts/dates.ts'
import { fill } from '../texts/fill.ts'
import { useAction } from '../use-action.ts'
import { useLoad } from '../use-load.ts'

/** Every device that can answer in the name of the citizen. */
export const DevicesScreen = () => {
  const { texts, signOut } = useOpenApp()
  const words = texts.devices
  const loaded = useLoad<{ devices: ListedDevice[] }>('/devices')
  const [asked, setAsked] = useState<ListedDevice | null>(null)
  const [removed, setRemoved] = useState<ListedDevice | null>(null)
  const { run, failed } = useAction()
  const remove = (device: ListedDevice) =>
    run(async () => {
      setAsked(null)
      await call('DELETE', `/devices/${device.id}`)
      if (device.this_device) return signOut({ forgetsKey: true })
      setRemoved(device)
      await loaded.reload()
    })
  return (
    <Screen title={words.title} back="more">
      <p class="quiet">{words.intro}</p>
      {removed && (
        <Notice kind="done">
          {words.removed} {removed.name}
        </Notice>
      )}
      <Refusal code={failed} />
      <LoadedList loaded={loaded} isEmpty={({ devices }) => devices.length === 0} none={words.intro}>
        {({ devices }) =>
          devices.map((device) => (
            <DeviceCard key={device.id} device={device} onRemove={() => setAsked(device)} />
          ))
        }
      </LoadedList>
      {asked && (
        <Question
          question={
            asked.this_device ? words.removeThisQuestion : fill(words.removeQuestion, { name: asked.name })
          }
          answer={words.remove}
          details={<DeviceFacts device={asked} />}
          onAnswer={() => remove(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Screen>
  )
}

const DeviceCard = ({ device, onRemove }: { device: ListedDevice; onRemove: () => void }) => {
  const { devices } = useOpenApp().texts
  const { name, kind, created_at, last_used_at, this_device } = device
  return (
    <article class="card">
      <div class="card-head">
        <h2>
          <Icon name="phone" /> {name}
        </h2>
        {this_device && <span class="status approved">{devices.thisDevice}</span>}
      </div>
      <p class="quiet">{kind === 'webauthn' ? devices.withUnlock : devices.withoutUnlock}</p>
      <p class="quiet">
        {fill(devices.added, { date: inDigits(created_at) })}
        {last_used_at && ` · ${fill(devices.lastUsed, { date: inDigits(last_used_at) })}`}
      </p>
      <Button kind="quiet" onClick={onRemove}>
        {devices.remove}
        <span class="only-heard"> {name}</span>
      </Button>
    </article>
  )
}
