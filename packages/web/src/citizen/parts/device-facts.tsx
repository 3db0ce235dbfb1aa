import { useTexts } from '../app-context.ts'
import { dateAndTime } from '../texts/dates.ts'
import { fill } from '../texts/fill.ts'
import { Icon } from './icon.tsx'

type Properties = { device: { name: string; created_at: string; last_used_at: string | null } }

/** The device that a question is about: its name, and when it was added and used. */
export const DeviceFacts = ({ device: { name, created_at, last_used_at } }: Properties) => {
  const { devices } = useTexts()
  return (
    <div class="card">
      <p class="device-name">
        <Icon name="phone" /> <strong>{name}</strong>
      </p>
      <p class="quiet">{fill(devices.added, { date: dateAndTime(created_at) })}</p>
      {last_used_at && <p class="quiet">{fill(devices.lastUsed, { date: dateAndTime(last_used_at) })}</p>}
    </div>
  )
}
