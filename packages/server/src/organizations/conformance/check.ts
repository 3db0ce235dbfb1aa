import { type ConformanceCheck, type ConformanceReason, conformanceReasonText } from '@nani/contract/console'

/** A check with its reason: the code for the pages, and the English sentence for readers of the API. */
export const checkOf = (
  name: ConformanceCheck['name'],
  result: ConformanceCheck['result'],
  reason: ConformanceReason,
  httpStatus: number | null = null,
): ConformanceCheck => ({
  ...{ name, result, reason: conformanceReasonText(reason, 'en', httpStatus) },
  ...{ reason_code: reason, http_status: httpStatus },
})
