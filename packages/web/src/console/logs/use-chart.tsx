import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import type { ApplicationUse } from '@nani/contract/console'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { serviceName } from '../../staff/words.ts'

const colors = ['#2f7ed8', '#2f9e6e', '#c9772b', '#9b59d0', '#c2415b', '#6b7a2c', '#128a9c', '#7a6a5d']
const daySeconds = 86_400
const height = 220
const daysBetweenLines = [1, 2, 7, 14, 28, 91, 182, 364]

type Props = { from: string; to: string; days: ApplicationUse['data'] }

const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1_000

export const UseChart = ({ from, to, days }: Props) => {
  const say = useSay()
  const { shortDay, number } = useFormats()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const label = say('Calls by day', 'Appels par jour')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the label.
  useEffect(() => {
    const element = place.current
    if (!element) return
    const services = [...new Set(days.map(({ service }) => service))]
    const length = Math.max(1, Math.round((secondsOf(to) - secondsOf(from)) / daySeconds) + 1)
    const times = Array.from({ length }, (_, at) => secondsOf(from) + at * daySeconds)
    const used = new Map(days.map((one) => [`${one.service} ${secondsOf(one.day)}`, one.used]))
    const line = scheme === 'dark' ? '#b3bac4' : '#545b65'
    const axis = { stroke: line, grid: { stroke: scheme === 'dark' ? '#3a4049' : '#e3e7ec' } }
    const dayAxis = {
      ...axis,
      incrs: daysBetweenLines.map((days) => days * daySeconds),
      values: (_: UPlot, shown: number[]) => shown.map(shortDay),
    }
    const countAxis = { ...axis, values: (_: UPlot, shown: number[]) => shown.map(number) }
    const chart = new UPlot(
      {
        ...{ width: element.clientWidth, height, axes: [dayAxis, countAxis] },
        tzDate: (time: number) => UPlot.tzDate(new Date(time * 1_000), 'Etc/UTC'),
        series: [
          { label: say('Day', 'Jour'), value: (_: UPlot, time: number) => (time ? shortDay(time) : '–') },
          ...services.map((service, at) => ({
            label: serviceName(say, service),
            stroke: colors[at] ?? line,
            width: 2,
          })),
        ],
      },
      [times, ...services.map((service) => times.map((time) => used.get(`${service} ${time}`) ?? 0))],
      element,
    )
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
  }, [from, to, days, scheme, label])
  return <div ref={place} className="chart" role="img" aria-label={label} />
}
