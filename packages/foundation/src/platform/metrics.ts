import { Counter, Gauge, type Registry } from 'prom-client'
import { singleFlight } from '../core/index.ts'

/** Adds the metrics of a module to those that `GET /metrics` reports. */
export type RegisterMetrics = (registry: Registry) => void

/** What one process counts since its start, by the values of one label. */
export type CountedValues = {
  name: string
  help: string
  label: string
  values: ReadonlyMap<string, number>
}

/** A counter whose values the module keeps itself. They are read at each request of the metrics. */
export const registerCounter =
  ({ name, help, label, values }: CountedValues): RegisterMetrics =>
  (registry) => {
    const counter: Counter = new Counter({
      ...{ name, help, labelNames: [label], registers: [registry] },
      collect() {
        counter.reset()
        for (const [value, count] of values) counter.inc({ [label]: value }, count)
      },
    })
  }

/** One line of a gauge: its value, and the values of its labels. */
export type MetricSample = { value: number; labels?: Record<string, string> }

/** A gauge of what one reading gives. */
export type GaugeOf<Reading> = {
  name: string
  help: string
  labels?: readonly string[]
  of(reading: Reading): readonly MetricSample[]
}

/** Gauges of one reading. A request of the metrics reads once for all of them. */
export const registerGauges =
  <Reading>(read: () => Promise<Reading>, gauges: readonly GaugeOf<Reading>[]): RegisterMetrics =>
  (registry) => {
    const once = singleFlight(read)
    for (const { name, help, labels = [], of } of gauges) {
      const gauge: Gauge = new Gauge({
        ...{ name, help, labelNames: labels, registers: [registry] },
        async collect() {
          const lines = of(await once())
          gauge.reset()
          // A gauge without labels is 0 after its reset. One without lines must be absent.
          if (lines.length === 0 && labels.length === 0) gauge.remove()
          for (const { value, labels: values = {} } of lines) gauge.set(values, value)
        },
      })
    }
  }
