import { type Channel, throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, type Vault } from '@nani/foundation/storage/index.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { AccessDependencies } from '../../citizens/accesses/index.ts'
import { createEndAccess } from '../../citizens/citizen-devices/index.ts'
import type { ConsentDependencies } from '../../citizens/consents/index.ts'
import { type BoundAct, bind, createListCursors, inPages } from '../../gateway/acts/index.ts'
import type { PaymentProvider } from '../../money/invoicing/index.ts'
import type { Mail } from '../../organizations/mail/index.ts'
import {
  deskApplicationActs,
  deskOrganizationReadings,
  memberRecoveryActs,
  oversightActs,
  requireUninvolved,
  restoreService,
  suspendIfApproved,
} from '../../organizations/organizations/index.ts'
import {
  createAttemptCounts,
  createPasswordHashing,
  invitedPeopleActs,
  operatorRealm as realm,
} from '../../organizations/people/index.ts'
import { deskReviewActs } from '../../organizations/reviews/index.ts'
import type { Register } from '../../register/register/index.ts'
import { alarmReadings } from '../../risk/detection/index.ts'
import { deskListReadings, setThreshold } from '../../risk/lists/index.ts'
import { monitorSecrets, type OpenScreening, readThresholdEffect } from '../../services/aml/index.ts'
import { type Desk, deskCaseActs, type SuspendReporting } from '../../services/fraud/index.ts'
import { listPreviewActs } from '../../services/monitoring/index.ts'
import {
  correctCitizen,
  type EnrolmentDeskNeeds,
  enrolmentDeskActs,
  outboxOf,
  sealReason,
} from '../enrolment/index.ts'
import { activeOperator, listOperators, operatorActs } from '../operators/index.ts'
import { proposalActs } from '../proposals/index.ts'
import { deskAuditReadings } from './desk-audit.ts'
import { citizenForms } from './forms/citizen-forms.ts'
import { moneyForms } from './forms/money-forms.ts'
import { readQueue } from './queue.ts'
import { searchDesk } from './search.ts'

export type DeskNeeds = Pick<
  Platform,
  'pool' | 'registerPool' | 'archive' | 'clock' | 'random' | 'newId' | 'rootKey' | 'vaultFor' | 'log' | 'role'
> & {
  http: Http
  mail: Mail
  storedRegister: Register
  isDemo(): Promise<boolean>
  newEvents: Channel<string>
  accesses: AccessDependencies
  consents: ConsentDependencies
  portraits: EnrolmentDeskNeeds['portraits']
  screening: Pick<OpenScreening, 'sources'>
  paymentProvider: PaymentProvider | null
  /** The desk of investigators, with what a surface adds to it. */
  fraudDesk(surface: {
    wakeDeliveries(applicationId: string): void
    suspendReporting: SuspendReporting
  }): Desk
}

/** Every act of the desk, with the context of its module. */
export const openDeskActs = async (
  needs: DeskNeeds,
  origin: () => string,
): Promise<{ acts: readonly BoundAct[]; close(): Promise<void> }> => {
  const { pool, random, rootKey, vaultFor } = needs
  const cursors = createListCursors(deriveKey(rootKey, 'desk-cursors'))
  const people = {
    ...{ ...needs, realm, origin, cursors },
    vault: vaultFor('second-factors'),
    hashing: createPasswordHashing(random),
    attempts: createAttemptCounts(realm, deriveKey(rootKey, 'sign-in-attempts')),
    membershipsOf: async () => [],
    operatorRolesOf: async (id: string) => (await activeOperator(pool, id))?.roles ?? [],
  }
  // An account is one person, and the desk has accounts alone.
  const rules = { oneAccountMayBeTwo: false }
  const requestsVault = vaultFor('requests')
  const deciding = { ...needs, cursors, rules, requestsVault }
  const enrolment = enrolmentNeeds(needs, rules)
  const cases = openCases(needs, requestsVault)
  const declarationOf = (name: string) =>
    acts.find(({ declaration }) => declaration.name === name)?.declaration
  const operators = { ...people, rules, registerOutbox: enrolment.registerOutbox }
  const acts: BoundAct[] = [
    ...bind(invitedPeopleActs, people),
    ...bind(operatorActs, operators),
    inPages(listOperators, operators, {
      ...{ surface: 'operator', route: 'GET /operators', filters: {}, cursors },
      positionOf: ({ created_at, id }) => [Date.parse(created_at), id],
    }),
    ...bind(deskOrganizationReadings, { ...deciding, businessOf: createBusinessLookup(needs) }),
    ...bind(oversightActs, deciding),
    ...bind(memberRecoveryActs, deciding),
    ...bind(deskApplicationActs, deciding),
    ...bind([restoreService], { ...deciding, rules: { ...rules, twoPeople: true } }),
    ...bind(deskReviewActs, { ...deciding, dossierVault: vaultFor('dossiers') }),
    ...bind(deskCaseActs, { ...cases, cursors }),
    ...moneyForms({ ...needs, oneAccountMayBeTwo: false }, cursors),
    ...citizenForms(needs.accesses, needs.consents, cursors),
    ...bind(enrolmentDeskActs, enrolment),
    ...bind(deskListReadings, deciding),
    ...bind([setThreshold], deciding),
    ...bind(listPreviewActs, {
      ...{ ...deciding, secrets: monitorSecrets(needs), threshold: needs.screening.sources.threshold },
      onError: throttledErrorLog('preview of a list', needs),
    }),
    ...bind([readThresholdEffect], {
      ...{ ...deciding, resultsVault: vaultFor('results'), sources: needs.screening.sources },
    }),
    ...bind(deskAuditReadings, deciding),
    ...bind(alarmReadings, deciding),
    ...bind([readQueue], { ...deciding, declarationOf, twoPeople: cases.rules.twoPeople }),
    ...bind([searchDesk], deciding),
    ...bind(proposalActs, {
      ...{ ...needs, cursors, declarationOf, requireUninvolved, registerOutbox: enrolment.registerOutbox },
      reasonFor: ({ act, subject }, reason) =>
        act === correctCitizen.declaration.name ? sealReason(enrolment)(subject, reason) : reason,
    }),
  ]
  return { acts, close: async () => {} }
}

/** The business of the register with a number; undefined: the register did not answer. */
const createBusinessLookup =
  ({ storedRegister, isDemo }: Pick<DeskNeeds, 'storedRegister' | 'isDemo'>) =>
  async (rccm: string) => {
    try {
      const views = (await isDemo()) ? (['production', 'sandbox'] as const) : (['production'] as const)
      for (const view of views) {
        const found = await storedRegister.findBusiness({ type: 'rccm', value: rccm }, view)
        if (found) return found
      }
      return null
    } catch {
      return undefined
    }
  }

const enrolmentNeeds = (needs: DeskNeeds, rules: EnrolmentDeskNeeds['rules']): EnrolmentDeskNeeds => {
  const { rootKey, vaultFor } = needs
  const subjectKey = subjectKeyOf(rootKey)
  const registerOutbox = outboxOf(needs)
  return {
    ...needs,
    ...{ subjectKey, rules, registerOutbox, filesVault: vaultFor('files'), facesVault: vaultFor('faces') },
    correctionsVault: vaultFor('citizen-corrections'),
    endAccessBy: (actor) => createEndAccess({ cause: registerOutbox.cause, subjectKey, actor }),
  }
}

const openCases = (needs: DeskNeeds, requestsVault: Vault): Desk =>
  needs.fraudDesk({
    wakeDeliveries: needs.newEvents.send,
    suspendReporting: (client, { actor, applicationId, reason }) =>
      suspendIfApproved(
        client,
        actor,
        { application_id: applicationId, service: 'fraud_reporting', reason },
        { ...needs, requestsVault },
      ),
  })
