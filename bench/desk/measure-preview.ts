import { setTimeout as pause } from 'node:timers/promises'
import { cpuTimeMs } from '../cpu-time.ts'
import { applyLoad, type Running } from '../kyc/processes.ts'
import type { Credentials } from '../kyc/signed-requests.ts'
import { atLeast, atMost, type Figure, figure } from '../screening/figures.ts'
import type { Browser } from '../surface/browser.ts'

const maxSeconds = 20
const leastShare = 0.9
/** Fewer steps are no progress that a person sees. */
const leastSteps = 3
const concurrency = 8
const callsOfRun = 1_000
const runsBefore = 5

type Preview = {
  id: string
  status: string
  failure: string | null
  progress: { screened: number; subjects: number | null }
  changes: { added: number; alerts: { subjects: number }[] } | null
}

/** Calls of Age Verification while the condition holds. Returns the calls in a second. */
const rateOf = async (credentials: Credentials, goesOn: (runs: number) => boolean): Promise<number> => {
  let [calls, seconds] = [0, 0]
  for (let runs = 0; goesOn(runs); runs++) {
    const report = await applyLoad({
      ...{ credentials, target: '/v1/age/verifications', calls: callsOfRun, concurrency },
      bodies: [
        {
          identifier: { type: 'svc_id', value: 'COD-0000-0000-0001', issuing_country: 'COD' },
          ...{ threshold: 18, purpose: 'age_gating', scopes: [] },
        },
      ],
    })
    if (report.failed > 0) throw new Error(`${report.failed} calls failed`)
    calls += report.calls
    seconds += report.seconds
  }
  return seconds === 0 ? 0 : calls / seconds
}

/** From the upload until the preview is ready, with every progress that a person saw. */
const makePreview = async (browser: Browser, csv: string) => {
  const startMs = performance.now()
  const files = [{ name: 'list.csv', data: Buffer.from(csv).toString('base64') }]
  let preview = (await browser('POST', '/api/lists/national/previews', { files })) as unknown as Preview
  const seen = new Set<number>()
  while (preview.status === 'running') {
    await pause(250)
    preview = (await browser('GET', `/api/lists/previews/${preview.id}`)) as unknown as Preview
    seen.add(preview.progress.screened)
  }
  if (preview.status !== 'ready') throw new Error(`the preview failed: ${preview.failure}`)
  return { preview, seconds: (performance.now() - startMs) / 1_000, steps: seen.size }
}

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** A preview alone, then one while calls are served, with the rate of calls before and meanwhile. */
export const measurePreview = async (
  browser: Browser,
  { credentials, pid }: Running,
  csv: string,
): Promise<Figure[]> => {
  const ofAlone = await measureAlone(browser, pid, csv)
  const before = await rateOf(credentials, (runs) => runs < runsBefore)
  let isRunning = true
  const [meanwhile, under] = await Promise.all([
    rateOf(credentials, () => isRunning),
    makePreview(browser, csv).finally(() => {
      isRunning = false
    }),
  ])
  const share = meanwhile / before
  return [
    ...ofAlone,
    figure('calls of age verification without a preview', `${before.toFixed(0)} a second`),
    figure(
      'calls during a preview',
      `${meanwhile.toFixed(0)} a second, ${(share * 100).toFixed(0)} % of without`,
      atLeast(share, leastShare),
    ),
    figure(
      'a preview during calls',
      `${under.seconds.toFixed(1)} s`,
      atMost(under.seconds, maxSeconds, ' s'),
    ),
  ]
}

/** A preview on an idle product. Its processor time can be compared where the machine has other work. */
const measureAlone = async (browser: Browser, pid: number, csv: string): Promise<Figure[]> => {
  const before = cpuTimeMs(pid)
  const { preview, seconds, steps } = await makePreview(browser, csv)
  const after = cpuTimeMs(pid)
  const alerts = (preview.changes?.alerts ?? []).reduce((sum, { subjects }) => sum + subjects, 0)
  return [
    figure(
      'a preview on an idle product',
      `${seconds.toFixed(1)} s, ${preview.changes?.added} added, ${alerts} alerts`,
      atMost(seconds, maxSeconds, ' s'),
    ),
    figure(
      'processor time of this preview',
      `product ${secondsOf(after.own - before.own)}, database ${secondsOf(after.started - before.started)}`,
    ),
    figure('steps of progress seen', `${steps}`, atLeast(steps, leastSteps)),
  ]
}
