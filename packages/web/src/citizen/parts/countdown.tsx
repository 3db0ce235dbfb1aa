import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../api.ts'
import { useTexts } from '../app-context.ts'
import { count } from '../texts/fill.ts'

const secondsUntil = (time: number): number => Math.max(0, Math.ceil((time - serverNow()) / 1000))

type Properties = { until: string; onEnd: () => void }

/** The time that is left, by the clock of the server. A screen reader reads it when it is asked to. */
export const Countdown = ({ until, onEnd }: Properties) => {
  const texts = useTexts()
  const [left, setLeft] = useState(() => secondsUntil(Date.parse(until)))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(Date.parse(until))), 500)
    return () => clearInterval(timer)
  }, [until])
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left === 0])
  return (
    <p class="countdown" role="timer">
      {count(texts, texts.shell.secondsLeft, left)}
    </p>
  )
}
