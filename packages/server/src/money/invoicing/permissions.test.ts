import { randomUUID } from 'node:crypto'
import {
  type Actor,
  idSource,
  type MemberRole,
  manualClock,
  memberRoles,
  type OperatorRole,
  operatorRoles,
  type Refusal,
  systemRandom,
} from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { emptyArchive } from '../../testing/archive.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  issueCreditNote,
  type ProvedPlatform,
  proveBooks,
  readCallsOfLine,
  readInvoices,
  readMoney,
  readOrganizations,
  readOverdue,
  readPayments,
  readPriceList,
  readProof,
  readTopUps,
  readUse,
  reconcileStatement,
  rehearseCycle,
  rejectPayment,
  rejectTopUp,
  requestTopUp,
  runBilling,
  setBudget,
  setPrices,
  setThreshold,
  showInvoice,
  voidInvoice,
} from './index.ts'

let database: TestDatabase
let platform: ProvedPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  const random = systemRandom()
  const clock = manualClock(Date.UTC(2026, 2, 15, 12))
  const vaultFor = (use: string) => createVault(Buffer.alloc(32), use, random)
  platform = {
    pool: database.pool,
    archive: emptyArchive(database.pool),
    clock,
    newId: idSource(clock, random),
    vaultFor,
  }
})
afterAll(() => database.drop())

/** An organization that does not exist: a permitted act gets as far as looking for it, and changes nothing. */
const organizationId = `org_${randomUUID()}`
const of = { organization_id: organizationId }
const reason = 'a test'
type Run = (actor: Actor) => Promise<unknown>
const kinds = ['byMembers', 'byOperators', 'byProofReaders', 'byReaders', 'byStaff'] as const
const acts: Record<(typeof kinds)[number], Record<string, Run>> = {
  byProofReaders: { readProof: (actor) => readProof(actor, { ...of, id: 'pay_1' }, platform) },
  byMembers: {
    setThreshold: (actor) => setThreshold(actor, { ...of, threshold: 1 }, platform),
    setBudget: (actor) => setBudget(actor, { ...of, application_id: 'app_1', amount: 10_000 }, platform),
    requestTopUp: (actor) => requestTopUp(actor, { ...of, amount: 10_000 }, platform),
    declarePayment: (actor) =>
      declarePayment(
        actor,
        { ...of, invoices: [], amount: 10_000, method: 'cash', reference: 'R' },
        platform,
      ),
  },
  byOperators: {
    adjustWallet: (actor) => adjustWallet(actor, { ...of, amount: 1, reason }, platform),
    changeMode: (actor) => changeMode(actor, { ...of, mode: 'prepaid', credit_limit: null }, platform),
    setPrices: (actor) => setPrices(actor, { ...of, file: {} }, platform),
    approveTopUp: (actor) => approveTopUp(actor, { ...of, id: 'top_1' }, platform),
    rejectTopUp: (actor) => rejectTopUp(actor, { ...of, id: 'top_1', reason }, platform),
    approvePayment: (actor) => approvePayment(actor, { ...of, id: 'pay_1' }, platform),
    rejectPayment: (actor) => rejectPayment(actor, { ...of, id: 'pay_1', reason }, platform),
    voidInvoice: (actor) => voidInvoice(actor, { ...of, id: 'inv_1', reason }, platform),
    issueCreditNote: (actor) => issueCreditNote(actor, { ...of, id: 'inv_1', amount: 1, reason }, platform),
    runBilling: (actor) => runBilling(actor, { ...of, as_of_ms: platform.clock.now() }, platform),
    reconcileStatement: (actor) => reconcileStatement(actor, { ...of, text: 'amount\n5\n' }, platform),
  },
  byReaders: {
    readMoney: (actor) => readMoney(actor, of, platform),
    readUse: (actor) => readUse(actor, of, platform),
    readPriceList: (actor) => readPriceList(actor, of, platform),
    readInvoices: (actor) => readInvoices(actor, of, platform),
    showInvoice: (actor) => showInvoice(actor, { ...of, invoice: 'inv_1' }, platform),
    readCallsOfLine: (actor) => readCallsOfLine(actor, { ...of, invoice: 'inv_1', position: 1 }, platform),
    readTopUps: (actor) => readTopUps(actor, of, platform),
    readPayments: (actor) => readPayments(actor, of, platform),
  },
  byStaff: {
    rehearseCycle: (actor) => rehearseCycle(actor, { ...of, until_ms: platform.clock.now() }, platform),
    proveBooks: (actor) => proveBooks(actor, of, platform),
    readOverdue: (actor) => readOverdue(actor, {}, platform),
    readOrganizations: (actor) => readOrganizations(actor, {}, platform),
  },
}

const member = (role: MemberRole, organization = organizationId): Actor => ({
  ...{ kind: 'member', personId: 'per_1', organizationId: organization, roles: [role] },
})
const operator = (role: OperatorRole): Actor => ({ kind: 'operator', name: 'amina', roles: [role] })

/** Every actor there is, by a name. */
const actors: Record<string, Actor> = {
  ...Object.fromEntries(memberRoles.map((role) => [`member ${role}`, member(role)])),
  ...Object.fromEntries(operatorRoles.map((role) => [`operator ${role}`, operator(role)])),
  'owner of another organization': member('owner', 'org_other'),
  'financial officer of another organization': member('financial_officer', 'org_other'),
  application: { kind: 'application', applicationId: 'app_1' },
  citizen: { kind: 'citizen', svcId: 'COD-0000-0000-0001' },
  system: { kind: 'system', task: 'billing' },
}
/** spec/organizations#roles, spec/organizations#operator-roles */
const permitted = {
  byMembers: [
    'member owner',
    'member financial_officer',
    'operator billing_officer',
    'operator supervisor',
    'system',
  ],
  byOperators: ['operator billing_officer', 'operator supervisor', 'system'],
  byProofReaders: [
    ...['member owner', 'member financial_officer'],
    ...['operator billing_officer', 'operator supervisor', 'operator auditor'],
  ],
  byReaders: [
    ...['member owner', 'member administrator', 'member financial_officer'],
    ...['operator billing_officer', 'operator supervisor', 'operator auditor', 'system'],
  ],
  byStaff: ['operator billing_officer', 'operator supervisor', 'operator auditor', 'system'],
}
/** They concern no single organization. */
const ofAll = ['readOverdue', 'readOrganizations']

const table = kinds.flatMap((kind) =>
  Object.entries(acts[kind]).map(([name, run]) => ({ name, run, expected: permitted[kind] })),
)

test.each(table)(
  '$name is permitted to the right actors, and to no others',
  async ({ name: act, run, expected }) => {
    const reached = ofAll.includes(act) ? 'done' : 'billing_object_not_found'
    const codes = await Promise.all(
      Object.entries(actors).map(async ([name, actor]) => {
        const code = await run(actor).then(
          () => 'done',
          (error: Refusal) => error.code,
        )
        return [name, code] as const
      }),
    )
    expect(Object.fromEntries(codes)).toEqual(
      Object.fromEntries(
        Object.keys(actors).map((name) => [name, expected.includes(name) ? reached : 'not_permitted']),
      ),
    )
  },
)
