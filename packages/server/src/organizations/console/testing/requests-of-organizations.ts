import type { Actor } from '@nani/foundation/core/index.ts'
import sharp from 'sharp'
import { approveTopUp } from '../../../money/invoicing/index.ts'
import {
  answersOfDossier,
  type ConsoleObjects,
  type ConsoleRequests,
  fileOfDossier,
  newRccm,
} from './console-objects.ts'
import type { ConsoleWorld, openBrowser } from './console-world.ts'
import { newSigningRequest } from './signing-request.ts'

type Browser = ReturnType<typeof openBrowser>

const hook = { url: 'http://127.0.0.1:49152/hook' }

const issueCertificate = async (by: Pick<Browser, 'post'>, application: string): Promise<string> => {
  const { json } = await by.post(`${application}/certificates`, { csr: (await newSigningRequest()).csr })
  return (json as unknown as { thumbprint: string }).thumbprint
}

/** Requests about organizations, their members, applications and reviews. */
export const requestsOfOrganizations = (
  world: ConsoleWorld,
  { bank, withMember, withApplication, withReview, withDossier }: ConsoleObjects,
): ConsoleRequests => ({
  async 'organizations.create'() {
    const by = await world.signUp()
    return { by, method: 'POST', path: '/organizations', body: { name: 'Banque', rccm: newRccm() } }
  },
  async 'organizations.update'() {
    const { owner: by, path } = await bank()
    return { by, method: 'PATCH', path, body: { name: 'Banque du Fleuve' }, version: 1 }
  },
  async 'organizations.close'() {
    const { owner: by, path } = await withApplication()
    return { by, method: 'DELETE', path }
  },
  async 'members.change_roles'() {
    const { owner: by, memberPath: path } = await withMember()
    return { by, method: 'PATCH', path, body: { roles: ['administrator'] }, version: 1 }
  },
  async 'members.remove'() {
    const { owner: by, memberPath: path } = await withMember()
    return { by, method: 'DELETE', path }
  },
  async 'members.end_sessions'() {
    const { owner: by, memberPath } = await withMember()
    return { by, method: 'DELETE', path: `${memberPath}/sessions` }
  },
  async 'members.recover_second_factor'() {
    const { owner: by, memberPath } = await withMember()
    return { by, method: 'POST', path: `${memberPath}/second-factor-recovery`, body: { reason: 'Lost.' } }
  },
  async 'invitations.create'() {
    const { owner: by, path } = await bank()
    const body = { email: 'invited@example.cd', roles: ['developer'] }
    return { by, method: 'POST', path: `${path}/invitations`, body }
  },
  async 'invitations.revoke'() {
    const { owner: by, path } = await bank()
    const body = { email: 'invited@example.cd', roles: ['developer'] }
    const { json } = await by.post(`${path}/invitations`, body)
    return { by, method: 'DELETE', path: `${path}/invitations/${json.id}` }
  },
  async 'invitations.accept'() {
    const { owner, path } = await bank()
    const by = await world.signUp()
    await owner.post(`${path}/invitations`, { email: by.email, roles: ['developer'] })
    const body = { token: await world.newest(by.email) }
    return { by, method: 'POST', path: '/invitations/accept', body }
  },
  async 'subscriptions.change'() {
    const { owner: by, path } = await bank()
    const { json } = await by.get(`${path}/subscriptions`)
    const body = { scopes: ['kyc.addresses'] }
    return { by, method: 'PUT', path: `${path}/subscriptions`, body, version: json.version }
  },
  async 'applications.create_pair'() {
    const { owner: by, path } = await bank()
    return { by, method: 'POST', path: `${path}/applications`, body: { name: 'Shop' } }
  },
  async 'applications.update_own'() {
    const { owner: by, sandbox: path } = await withApplication()
    const { json } = await by.get(path)
    return { by, method: 'PATCH', path, body: { name: 'Guichet' }, version: json.version }
  },
  async 'applications.set_own_logo'() {
    const { owner: by, sandbox } = await withApplication()
    const { json } = await by.get(sandbox)
    const picture = sharp({ create: { width: 64, height: 64, channels: 4, background: '#0b4f9e' } })
    const data = (await picture.png().toBuffer()).toString('base64')
    return { by, method: 'PUT', path: `${sandbox}/logo`, body: { data }, version: json.version }
  },
  async 'certificates.issue_own'() {
    const { owner: by, sandbox } = await withApplication()
    // The first certificate of an installation makes its authority, in a transaction of its own.
    await issueCertificate(by, sandbox)
    const body = { csr: (await newSigningRequest()).csr }
    return { by, method: 'POST', path: `${sandbox}/certificates`, body }
  },
  async 'certificates.revoke_own'() {
    const { owner: by, sandbox } = await withApplication()
    const thumbprint = await issueCertificate(by, sandbox)
    return { by, method: 'DELETE', path: `${sandbox}/certificates/${thumbprint}` }
  },
  async 'keys.issue'() {
    const { owner: by, production } = await withApplication()
    return { by, method: 'POST', path: `${production}/keys`, body: {} }
  },
  async 'keys.rotate_own'() {
    const { owner: by, production } = await withApplication()
    return { by, method: 'POST', path: `${production}/keys/rotate`, body: { overlap_seconds: 60 } }
  },
  async 'webhooks.set_own'() {
    const { owner: by, sandbox } = await withApplication()
    return { by, method: 'PUT', path: `${sandbox}/webhook`, body: hook }
  },
  async 'webhooks.remove_own'() {
    const { owner: by, sandbox } = await withApplication()
    await by.put(`${sandbox}/webhook`, hook)
    return { by, method: 'DELETE', path: `${sandbox}/webhook` }
  },
  async 'conformance.start'() {
    const { owner: by, sandbox } = await withApplication()
    return { by, method: 'POST', path: `${sandbox}/conformance-runs`, body: {} }
  },
  async 'reviews.begin'() {
    const { owner: by, production } = await withApplication()
    return { by, method: 'POST', path: `${production}/reviews`, body: { answers: answersOfDossier } }
  },
  async 'reviews.change'() {
    const { owner: by, review: path, version } = await withReview()
    return { by, method: 'PATCH', path, body: { answers: { retention: 'One year' } }, version }
  },
  async 'reviews.add_file'() {
    const { owner: by, review } = await withReview()
    return { by, method: 'POST', path: `${review}/files`, body: fileOfDossier('privacy_policy') }
  },
  async 'reviews.submit'() {
    const { owner: by, review } = await withDossier()
    return { by, method: 'POST', path: `${review}/submit`, body: {} }
  },
  async 'reviews.withdraw'() {
    const { owner: by, review } = await withDossier()
    await by.post(`${review}/submit`)
    return { by, method: 'POST', path: `${review}/withdraw`, body: {} }
  },
  async 'reviews.write_message'() {
    const { owner: by, review } = await withDossier()
    await by.post(`${review}/submit`)
    return { by, method: 'POST', path: `${review}/messages`, body: { text: 'A question.' } }
  },
  async 'billing.set_own_threshold'() {
    const { owner: by, path } = await bank()
    const body = { alert_threshold: { value: 50, currency: 'USD' } }
    return { by, method: 'PUT', path: `${path}/wallet/threshold`, body, version: 1 }
  },
  async 'billing.request_own_top_up'() {
    const { owner: by, path } = await bank()
    return { by, method: 'POST', path: `${path}/top-ups`, body: { amount: { value: 50, currency: 'USD' } } }
  },
  async 'billing.declare_own_payment'() {
    const { owner: by, path, id: organization_id } = await bank()
    const { json: topUp } = await by.post(`${path}/top-ups`, { amount: { value: 50, currency: 'USD' } })
    const officer: Actor = { kind: 'operator', name: 'amina', roles: ['billing_officer'] }
    await approveTopUp(officer, { organization_id, id: topUp.id }, world.platform)
    const { json: invoices } = await by.get(`${path}/invoices`)
    const body = {
      ...{ invoice_ids: [invoices.data[0]?.id], amount: { value: 58, currency: 'USD' } },
      ...{ method: 'bank_transfer', external_reference: 'VIR-2026-17' },
    }
    return { by, method: 'POST', path: `${path}/payments`, body }
  },
})
