import type { Identifier } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Register } from '../register/index.ts'
import { businessScenarios } from './sandbox-businesses.ts'
import { type Approval, personScenarios, type Yields } from './sandbox-people.ts'

/** A test identity as `GET /sandbox/scenarios` shows it. */
export type SandboxScenario = {
  identifier: Identifier
  /** The name that a call can claim in `match`. */
  name?: string
  date_of_birth?: string
  /** Other identifiers of the same person. */
  documents?: Identifier[]
  yields: Yields
}

/** Every test identity with its results (spec/sandbox#test-identities), derived from the declarations. */
export const sandboxScenarios: readonly SandboxScenario[] = [
  ...personScenarios.map(({ svc_id, yields, outcome }): SandboxScenario => {
    const identifier = { type: 'svc_id' as const, value: svc_id }
    if (typeof outcome === 'string') return { identifier, yields }
    const { full_name, date_of_birth, documents } = outcome.citizen
    const others = documents.map(({ type, number }) => ({ type, value: number }))
    return { identifier, name: full_name, date_of_birth, documents: others, yields }
  }),
  ...businessScenarios.map(({ rccm, yields, outcome }): SandboxScenario => {
    const identifier = { type: 'rccm' as const, value: rccm }
    if (typeof outcome === 'string') return { identifier, yields }
    const { legal_name, identifiers } = outcome.business
    const documents = (['id_nat', 'nif'] as const).flatMap((type) =>
      identifiers[type] === null ? [] : [{ type, value: identifiers[type] }],
    )
    return { identifier, name: legal_name, documents, yields }
  }),
]

/** The same list, limited to these services: a service that cannot be called has no results. */
export const scenariosFor = (services: ReadonlySet<string>): SandboxScenario[] =>
  sandboxScenarios.map((scenario) => ({
    ...scenario,
    yields: Object.fromEntries(Object.entries(scenario.yields).filter(([service]) => services.has(service))),
  }))

const approvals = new Map(
  personScenarios.flatMap(({ svc_id, approval }) => (approval ? [[svc_id, approval] as const] : [])),
)

/** What becomes of a request for approval by a person of the sandbox. */
export const approvalOf = (svcId: string): Approval => approvals.get(svcId) ?? 'approves'

const faults = new Map(
  personScenarios.flatMap(({ svc_id, outcome }) =>
    outcome === 'register_unavailable' || outcome === 'internal_error' ? [[svc_id, outcome] as const] : [],
  ),
)

/** The register with sandbox identities that simulate failures. They do not affect production calls. */
export const withScenarios = (register: Register): Register => ({
  ...register,
  async findCitizen(identifier, view) {
    const fault =
      view === 'sandbox' && identifier.type === 'svc_id' ? faults.get(identifier.value) : undefined
    if (fault !== undefined) throw new Refusal(fault, {}, { detail: 'a sandbox scenario' })
    return register.findCitizen(identifier, view)
  },
})
