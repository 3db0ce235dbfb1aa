import type { CreditScoreRequest } from '@nani/contract'
import type { WrongField } from '../../calls/calls/index.ts'

/** A consent that is named has its method. A consent without id is missing, which is no fault of form. */
export const checkConsentForm = ({ consent }: Pick<CreditScoreRequest, 'consent'>): WrongField | null =>
  consent?.consent_id && !consent.method ? { field: 'consent.method', reason: 'must be svc_app' } : null
