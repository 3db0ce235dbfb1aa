import { useEffect, useState } from 'preact/hooks'
import { offline } from '../api.ts'
import { useTexts } from '../app-context.ts'

/** Says that the content comes from the phone's own store. */
export const OfflineNote = () => {
  const [isOffline, setOffline] = useState(offline.get)
  useEffect(() => {
    const stop = offline.onChange(() => setOffline(offline.get()))
    return () => void stop()
  }, [])
  const texts = useTexts()
  return (
    <div role="status" class="offline">
      {isOffline && texts.shell.offline}
    </div>
  )
}
