import { useState } from 'preact/hooks'
import { serverNow } from '../../api.ts'
import { useOpenApp } from '../../app-context.ts'
import { dateAndTime } from '../../texts/dates.ts'
import { fill } from '../../texts/fill.ts'

/** The device that answered, and when. */
export const AnsweredWith = () => {
  const { texts, me } = useOpenApp()
  const [at] = useState(() => new Date(serverNow()).toISOString())
  return (
    <p class="quiet centred">
      {fill(texts.approval.answeredWith, { device: me.device.name, date: dateAndTime(at) })}
    </p>
  )
}
