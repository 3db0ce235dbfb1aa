import type { Job } from '@nani/sdk'
import { printJson, type Terminal } from '../../terminal.ts'
import { type CallerOptions, withClient } from '../credentials.ts'
import { jobText } from '../job.ts'
import { fraudCard } from './fraud-card.ts'
import { type FraudReportOptions, fraudRequest } from './fraud-request.ts'

/** `nani fraud report`: one report, or a job with `--async`. */
export const reportFraud = async (
  type: string | undefined,
  options: CallerOptions & FraudReportOptions & { async?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const request = await fraudRequest(type, options, terminal)
  await withClient(options, terminal, async ({ fraud }) => {
    if (options.async) {
      const job = await fraud.reportAsync(request)
      if (options.json) printJson(terminal, job)
      else terminal.out(jobText(job as Job, terminal))
      return
    }
    const report = await fraud.report(request)
    if (options.json) printJson(terminal, report)
    else terminal.out(fraudCard(report, terminal))
  })
}

/** `nani fraud show`: the report as its case is now. */
export const showFraudReport = (id: string, options: CallerOptions, terminal: Terminal): Promise<void> =>
  withClient(options, terminal, async ({ fraud }) => {
    const report = await fraud.retrieve(id)
    if (options.json) printJson(terminal, report)
    else terminal.out(fraudCard(report, terminal))
  })
