import { type Channel, throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { AccessDependencies } from '../../citizens/accesses/index.ts'
import { createEndAccess } from '../../citizens/citizen-devices/index.ts'
import type { ConsentDependencies } from '../../citizens/consents/index.ts'
import {
  type ActCell,
  type BoundAct,
  bind,
  cellIsAway,
  cellOfApplication,
  createListCursors,
  type Databases,
  databasesOf,
  inFoundPlaces,
  inPages,
  inPlaces,
  inTurnOf,
  noPlaces,
  type Places,
  placesOfMoney,
} from '../../gateway/acts/index.ts'
import type { PaymentProvider } from '../../money/invoicing/index.ts'
import type { Mail } from '../../organizations/mail/index.ts'
import {
  deskApplicationActs,
  deskApplicationReadings,
  deskOrganizationReadings,
  memberRecoveryActs,
  organizationOfApplication,
  oversightActs,
  requireUninvolved,
  restoreService,
  suspendIfApproved,
} from '../../organizations/organizations/index.ts'
import {
  createAttemptCounts,
  createPasswordHashing,
  invitedPeopleActs,
  type PasswordHashing,
  operatorRealm as realm,
} from '../../organizations/people/index.ts'
import { deskReviewActs, placeOfReview } from '../../organizations/reviews/index.ts'
import type { Register } from '../../register/register/index.ts'
import { alarmReadings } from '../../risk/detection/index.ts'
import { deskListReadings, setThreshold } from '../../risk/lists/index.ts'
import { monitorSecrets, type OpenScreening, readThresholdEffect } from '../../services/aml/index.ts'
import {
  type CaseNamed,
  type Desk,
  deskCaseActs,
  deskOfCase,
  type SuspendReporting,
} from '../../services/fraud/index.ts'
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
import { type CellOfForms, citizenForms } from './forms/citizen-forms.ts'
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
  /** Absent: of the recommended cost. */
  hashing?: PasswordHashing
  newEvents: Channel<string>
  accesses: AccessDependencies
  consents: ConsentDependencies
  portraits: EnrolmentDeskNeeds['portraits']
  screening: Pick<OpenScreening, 'sources'>
  paymentProvider: PaymentProvider | null
  /** Where the applications of organizations are. Absent: all are in home. */
  places?: Places<CellOfDesk>
  fraudDesk: OpenFraudDesk
}

/** The desk of investigators, with what a surface adds to it. */
type OpenFraudDesk = (surface: {
  wakeDeliveries(applicationId: string): void
  suspendReporting: SuspendReporting
  databases: Databases
}) => Desk

/** What the desk uses of a cell. */
export type CellOfDesk = CellOfForms & {
  newEvents: Channel<string>
  fraudDesk: OpenFraudDesk
}

/** Every act of the desk, with the context of its module. */
export const openDeskActs = async (
  needs: DeskNeeds,
  origin: () => string,
): Promise<{ acts: readonly BoundAct[]; close(): Promise<void> }> => {
  const { pool, random, rootKey, vaultFor, places = noPlaces } = needs
  const cursors = createListCursors(deriveKey(rootKey, 'desk-cursors'))
  const people = {
    ...{ ...needs, realm, origin, cursors },
    vault: vaultFor('second-factors'),
    hashing: needs.hashing ?? createPasswordHashing(random),
    attempts: createAttemptCounts(realm, deriveKey(rootKey, 'sign-in-attempts')),
    membershipsOf: async () => [],
    operatorRolesOf: async (id: string) => (await activeOperator(pool, id))?.roles ?? [],
    maySignIn: async (client: pg.PoolClient, id: string) => (await activeOperator(client, id)) !== null,
  }
  // An account is one person, and the desk has accounts alone.
  const rules = { oneAccountMayBeTwo: false }
  const requestsVault = vaultFor('requests')
  const databases = databasesOf(pool, places)
  const deciding = { ...needs, cursors, rules, requestsVault, databases }
  const businessOf = createBusinessLookup(needs)
  const enrolment = enrolmentNeeds(needs, rules)
  const { cases, deskOf } = openCases(needs, requestsVault, { databases, places })
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
    ...bind(deskOrganizationReadings, { ...deciding, businessOf }),
    ...inPlaces(places, (place) =>
      bind(deskApplicationReadings, {
        ...{ ...deciding, businessOf },
        ...(place && { pool: place.pool, cell: place.cell }),
      }),
    ),
    ...bind(oversightActs, deciding),
    ...bind(memberRecoveryActs, deciding),
    ...inFoundPlaces(
      (place: PlaceOfActs | null) => [
        ...bind(deskApplicationActs, { ...deciding, ...place }),
        ...bind([restoreService], { ...deciding, ...place, rules: { ...rules, twoPeople: true } }),
        ...bind(deskReviewActs, { ...deciding, ...place, dossierVault: vaultFor('dossiers') }),
      ],
      createPlaceLookup({ pool, databases, places }),
    ),
    ...inFoundPlaces((desk: Desk | null) => bind(deskCaseActs, { ...(desk ?? cases), cursors }), deskOf),
    ...moneyForms({ ...needs, oneAccountMayBeTwo: false }, cursors, {
      ...{ places: placesOfMoney(places), databases },
    }),
    ...citizenForms({ ...needs, cursors, places }),
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

/** A cell as acts on an application or a review in it need it. */
type PlaceOfActs = Pick<CellOfDesk, 'pool' | 'cell'>

/** Finds the cell with the application or the review that an input names. Null: home. */
const createPlaceLookup =
  ({ pool: home, databases, places }: OfDatabases & { pool: pg.Pool }) =>
  async ({ id, application_id }: Readonly<Record<string, unknown>>): Promise<PlaceOfActs | null> => {
    if (places.all().length === 0) return null
    const cellNamed = (name: string): CellOfDesk => {
      const cell = places.all().find((one) => one.name === name)?.cell
      if (!cell) throw cellIsAway(name)
      return cell
    }
    const placeIn = ({ pool, cell }: CellOfDesk, organizationId: string | undefined): PlaceOfActs => ({
      pool,
      cell: inTurnOf(cell, organizationId),
    })
    if (typeof application_id === 'string') {
      const name = await cellOfApplication(home, application_id)
      if (name === null) return null
      const cell = cellNamed(name)
      return placeIn(cell, await organizationOfApplication(cell.pool, application_id))
    }
    const found = typeof id === 'string' ? await placeOfReview(databases(), id) : null
    return found && found.name !== 'home' ? placeIn(cellNamed(found.name), found.organizationId) : null
  }

type OfDatabases = { databases: Databases; places: Places<CellOfDesk> }

/** The desk of the cases in home, which lists those of all databases, and the desk of the database with the case of an input. */
const openCases = (needs: DeskNeeds, requestsVault: Vault, { databases, places }: OfDatabases) => {
  const open = (place: Pick<CellOfDesk, 'pool' | 'newEvents' | 'fraudDesk'> & { cell?: ActCell }): Desk =>
    place.fraudDesk({
      databases,
      wakeDeliveries: place.newEvents.send,
      suspendReporting: (client, { actor, applicationId, reason }) =>
        suspendIfApproved(
          client,
          actor,
          { application_id: applicationId, service: 'fraud_reporting', reason },
          { ...needs, requestsVault, pool: place.pool, ...(place.cell && { cell: place.cell }) },
        ),
    })
  const cases = open(needs)
  const opened = new WeakMap<CellOfDesk, Desk>()
  const openIn = (cell: CellOfDesk): Desk => {
    // Files of all databases are rendered in the same turns.
    const desk = opened.get(cell) ?? { ...open(cell), viewInTurn: cases.viewInTurn }
    opened.set(cell, desk)
    return desk
  }
  return {
    cases,
    deskOf: async ({ environment, fraud_case }: Readonly<Record<string, unknown>>): Promise<Desk | null> => {
      if (typeof fraud_case !== 'string') return null
      const others = places.all().map(({ name, cell }) => ({ name, desk: cell && openIn(cell) }))
      const named = { fraud_case, environment: environment as CaseNamed['environment'] }
      return deskOfCase([{ name: 'home', desk: cases }, ...others], named)
    },
  }
}
