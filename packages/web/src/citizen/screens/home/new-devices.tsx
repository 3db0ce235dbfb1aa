import { call } from '../../api.ts'
import { useOpenApp } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { dateAndTime } from '../../texts/dates.ts'
import { fill } from '../../texts/fill.ts'
import { useAction } from '../../use-action.ts'

/** Devices that were added and that the citizen has not confirmed yet. One tap removes them. */
export const NewDevices = () => {
  const { texts, me, changeMe } = useOpenApp()
  const { devices } = texts
  const { run, isRunning, failed } = useAction()
  const notices = me.notices ?? []
  const confirm = () =>
    run(async () => {
      await call('PUT', '/me/notices-seen')
      changeMe({ ...me, notices: [] })
    })
  const remove = (id: string) =>
    run(async () => {
      await call('DELETE', `/devices/${id}`)
      changeMe({ ...me, notices: notices.filter(({ device }) => device.id !== id) })
    })
  return (
    <>
      <Refusal code={failed} />
      {notices.map(({ device }) => (
        <article class="card urgent" key={device.id}>
          <h2>{fill(texts.notices.device, { device: device.name })}</h2>
          <p>{fill(devices.newDeviceText, { date: dateAndTime(device.created_at) })}</p>
          <div class="pair">
            <Button kind="equal" onClick={() => remove(device.id)} isBusy={isRunning}>
              {devices.wasNotMe}
            </Button>
            <Button kind="equal" onClick={confirm} isBusy={isRunning}>
              {devices.wasMe}
            </Button>
          </div>
        </article>
      ))}
    </>
  )
}
