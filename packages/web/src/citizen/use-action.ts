import { useState } from 'preact/hooks'
import { codeOf } from './api-error.ts'

/** Runs one act at a time, and keeps the code of its refusal. */
export const useAction = () => {
  const [isRunning, setRunning] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (isRunning) return
    setRunning(true)
    setFailed(null)
    try {
      await act()
    } catch (thrown) {
      setFailed(codeOf(thrown))
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, failed, run, setFailed }
}
