import { ApprovalRefused } from '../../services/sign-in/index.ts'
import { DeviceRefused } from '../citizen-devices/index.ts'
import { CitizenError } from './api-error.ts'

/** The refusals of the use cases as errors of this API. Anything else is returned unchanged. */
export const withoutRefusal = (thrown: unknown): unknown => {
  if (!(thrown instanceof DeviceRefused || thrown instanceof ApprovalRefused)) return thrown
  const { code, ...context } = thrown.refusal
  return new CitizenError(code, context)
}
