import { type EnvironmentVariables, wholeNumberSetting } from '@nani/foundation/core/index.ts'

/** Address and port of `GET /metrics`. Null: it is not served. */
export const metricsSettings = {
  metricsPort: wholeNumberSetting({
    variable: 'NANI_METRICS_PORT',
    purpose:
      'HTTP on `NANI_HOST`: `GET /metrics` for Prometheus, without a signature. Callers must not reach it. It reports calls with their times by service and mode, open work, waiting events, failed authentication, alarms and repeated IVs. It also reports waiting photographs, the money of allowances, the days of each served certificate and the lag of the transparency log. Further ones are the age of each screening list, messages to push services, and memory, event-loop delay and connections of the process',
    byDefault: 'none',
    ...{ initial: null, max: 65_535 },
  }),
}

const drainSeconds = wholeNumberSetting({
  variable: 'NANI_DRAIN_SECONDS',
  purpose: 'Time for which a stopping process still serves calls, while `/readyz` answers 503',
  byDefault: '`0`',
  ...{ initial: 0, max: 300 },
})

/** Time for which a stopping process still serves calls while it reports itself as not ready. */
export const drainSettings = {
  drainMs: {
    ...drainSeconds,
    read: (environment: EnvironmentVariables) => 1_000 * drainSeconds.read(environment),
  },
}
