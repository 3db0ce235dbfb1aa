import type {
  AmlHit as AmlHitShape,
  AmlScreeningRequest,
  AmlScreening as AmlScreeningShape,
} from '@nani/contract'
import type { Caller, CallOptions } from './call.ts'
import { type Service, service } from './service.ts'
import type { Tolerant } from './tolerant.ts'

/** Spec 2 § `aml_screening`, tolerating enum values that a later release adds. */
export type AmlScreening = Tolerant<AmlScreeningShape>

/** Decisions §5, `aml_hit`, likewise. */
export type AmlHit = Tolerant<AmlHitShape>

type Shared = 'purpose' | 'scopes' | 'document_delivery'

/** AML & CTF Screening: `screen` and its modes, and the entries behind hits. */
export type Aml = Service<'screen', AmlScreeningRequest, AmlScreening, Shared> & {
  /**
   * The whole entry behind a hit, as it stood when the subject was screened. `position` is that of the hit in `hits`,
   * from 0. Rejects with `not_found` when there is none, for a screening of another application, and after 30 days.
   *
   * @example const entry = await nani.aml.hit(screening.id, 0)
   */
  hit(screeningId: string, position: number, options?: CallOptions): Promise<AmlHit>
}

const path = '/v1/aml/screenings'

export const aml = (call: Caller): Aml => ({
  ...service<AmlScreeningRequest, AmlScreening, Shared>(call)(path, 'screen'),
  hit: (screeningId, position, options) =>
    call.get(`${path}/${encodeURIComponent(screeningId)}/hits/${position}`, options),
})
