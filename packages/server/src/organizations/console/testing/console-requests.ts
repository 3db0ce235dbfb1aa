import { codeOfStep, stepAt } from '../../people/index.ts'
import { type ConsoleWorld, fromBase32, type openBrowser } from './console-world.ts'

type Browser = ReturnType<typeof openBrowser>
/** A request that succeeds once, and the browser that sends it. */
export type ConsoleRequest = {
  by: Pick<Browser, 'cookies'>
  method: string
  path: string
  body?: object
  version?: number
}

const rccm = 'CD/KNG/RCCM/00-B-00001'
const answers = Object.fromEntries(
  ['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'].map(
    (name) => [name, 'A text'],
  ),
)
const pdf = (kind: string) => ({
  ...{ kind, name: `${kind}.pdf` },
  data: Buffer.from('%PDF-1.7').toString('base64'),
})
const hook = { url: 'http://127.0.0.1:49152/hook' }

/** Requests of the console for each of its acts, each for people and objects of its own. */
export const consoleRequests = (world: ConsoleWorld): Record<string, () => Promise<ConsoleRequest>> => {
  const totp = async (secret: Buffer) => {
    // A code counts once.
    world.platform.clock.advance(30_000)
    return { totp: codeOfStep(secret, stepAt(world.platform.clock.now())) }
  }
  const bank = async () => {
    const owner = await world.signUp()
    const { json } = await owner.post('/organizations', { name: 'Banque', rccm })
    return { owner, path: `/organizations/${json.id}`, id: json.id }
  }
  const withMember = async () => {
    const made = await bank()
    const member = await world.signUp()
    await made.owner.post(`${made.path}/invitations`, { email: member.email, roles: ['developer'] })
    await member.post('/invitations/accept', { token: await world.newest(member.email) })
    return { ...made, member, memberPath: `${made.path}/members/${member.id}` }
  }
  const withApplication = async () => {
    const made = await bank()
    const selected = {
      name: 'Shop',
      services: ['kyc_validation'],
      scopes: [],
      purposes: ['customer_onboarding'],
    }
    const { json } = await made.owner.post(`${made.path}/applications`, selected)
    const applications = `${made.path}/applications`
    return {
      ...made,
      sandbox: `${applications}/${json.id}`,
      production: `${applications}/${json.counterpart.id}`,
    }
  }
  const withReview = async () => {
    const made = await withApplication()
    const { json } = await made.owner.post(`${made.production}/reviews`, { answers })
    return { ...made, review: `${made.production}/reviews/${json.id}`, version: json.version }
  }
  const withDossier = async () => {
    const made = await withReview()
    for (const kind of ['privacy_policy', 'terms_of_service'])
      await made.owner.post(`${made.review}/files`, pdf(kind))
    await world.database.pool.query(
      `update organizations set account_status = 'verified' where organization_id = $1`,
      [made.id],
    )
    return made
  }
  const own = async (method: string, path: string, body?: object): Promise<ConsoleRequest> => ({
    ...{ by: await world.signUp(), method, path },
    ...(body && { body }),
  })
  const stranger = (path: string, body: object, by: Pick<Browser, 'cookies'> = world.browser()) => ({
    ...{ by, method: 'POST', path, body },
  })
  const newPassword = 'mto-mrefu-wa-kalamu'

  return {
    'people.register': async () =>
      stranger('/registrations', {
        ...{ email: 'stranger@example.cd', password: newPassword, name: 'Ana', language: 'fr' },
      }),
    async 'people.confirm_registration'() {
      const given = { email: 'confirmed@example.cd', password: newPassword, name: 'Ana', language: 'fr' }
      await world.browser().post('/registrations', given)
      return stranger('/registrations/confirm', { token: await world.newest(given.email) })
    },
    async 'people.sign_in'() {
      const { email, password } = await world.signUp()
      return stranger('/session', { email, password })
    },
    async 'people.give_second_factor'() {
      const { email, password, secret } = await world.signUp()
      const code = await totp(secret as Buffer)
      const by = world.browser()
      await by.post('/session', { email, password })
      return stranger('/session/second-factor', code, by)
    },
    async 'people.step_up'() {
      const person = await world.signUp()
      return stranger('/session/step-up', await totp(person.secret as Buffer), person)
    },
    'people.sign_out': () => own('DELETE', '/session'),
    async 'people.request_password_reset'() {
      const { email } = await world.signUp()
      return stranger('/password-resets', { email })
    },
    async 'people.change_password'() {
      const { email } = await world.signUp()
      await world.browser().post('/password-resets', { email })
      return stranger('/password-resets/confirm', { token: await world.newest(email), password: newPassword })
    },
    async 'people.change_own_password'() {
      const by = await world.signUp()
      const body = { current_password: by.password, password: newPassword }
      return { by, method: 'PUT', path: '/me/password', body }
    },
    'people.offer_totp': () => own('POST', '/me/totp', {}),
    async 'people.confirm_totp'() {
      const by = await world.signUp({ withTotp: false })
      const { json } = await by.post('/me/totp')
      const code = codeOfStep(fromBase32(json.secret), stepAt(world.platform.clock.now()))
      return { by, method: 'POST', path: '/me/totp/confirm', body: { code } }
    },
    'people.passkey_options': () => own('POST', '/me/passkeys/options', {}),
    'people.renew_recovery_codes': () => own('POST', '/me/recovery-codes', {}),
    async 'people.end_other_sessions'() {
      const by = await world.signUp()
      await world.browser().post('/session', { email: by.email, password: by.password })
      return { by, method: 'DELETE', path: '/me/sessions' }
    },
    async 'people.end_session'() {
      const by = await world.signUp()
      const { json } = await by.get('/me/sessions')
      return { by, method: 'DELETE', path: `/me/sessions/${json.data[0]?.id}` }
    },
    'organizations.create': () => own('POST', '/organizations', { name: 'Banque', rccm }),
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
      return stranger('/invitations/accept', { token: await world.newest(by.email) }, by)
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
      return { by, method: 'POST', path: `${production}/reviews`, body: { answers } }
    },
    async 'reviews.change'() {
      const { owner: by, review: path, version } = await withReview()
      return { by, method: 'PATCH', path, body: { answers: { retention: 'One year' } }, version }
    },
    async 'reviews.add_file'() {
      const { owner: by, review } = await withReview()
      return { by, method: 'POST', path: `${review}/files`, body: pdf('privacy_policy') }
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
  }
}

/** Acts without a request above: they need a device, another service or an object that a call makes. The list may only shrink. */
export const actsWithoutRequest = [
  ...['applications.set_own_logo', 'billing.declare_own_payment', 'certificates.issue_own'],
  ...['certificates.revoke_own', 'dispositions.decide_own', 'disputes.answer_own', 'monitors.stop_own'],
  ...['people.add_passkey', 'people.begin_identity_link', 'people.begin_identity_sign_in'],
  ...['people.link_identity', 'people.remove_passkey', 'people.sign_in_with_identity'],
  ...['people.unlink_identity', 'webhooks.replay_own', 'webhooks.resend_own', 'webhooks.test_own'],
]
