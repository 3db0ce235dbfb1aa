import { webAuthnDevice } from '../../../testing/devices/device.ts'
import { codeOfStep, stepAt } from '../../people/index.ts'
import type { ConsoleObjects, ConsoleRequest, ConsoleRequests } from './console-objects.ts'
import { type ConsoleWorld, fromBase32 } from './console-world.ts'

/** Requests about accounts, sessions and second factors. */
export const requestsOfPeople = (world: ConsoleWorld, { totp }: ConsoleObjects): ConsoleRequests => {
  const own = async (method: string, path: string, body?: object): Promise<ConsoleRequest> => ({
    ...{ by: await world.signUp(), method, path },
    ...(body && { body }),
  })
  const stranger = (path: string, body: object, by: ConsoleRequest['by'] = world.browser()) => ({
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
      const code = await totp(person.secret as Buffer)
      // The code moves the clock. The session counts as seen before the act, whose transaction does not have that change.
      await person.get('/me')
      return stranger('/session/step-up', code, person)
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
    async 'people.add_passkey'() {
      const by = await world.signUp()
      const { json } = await by.post('/me/passkeys/options')
      const { challenge } = (json as unknown as { options: { challenge: string } }).options
      const { response } = webAuthnDevice(new URL(world.url).origin).offer(
        Buffer.from(challenge, 'base64url'),
      )
      return { by, method: 'POST', path: '/me/passkeys', body: { name: 'Phone', response } }
    },
    async 'people.remove_passkey'() {
      const by = await world.signUp()
      await world.database.pool.query(
        `insert into member_passkeys (passkey_id, account_id, credential_id, name, public_key, sign_count, created_at)
         values ('psk_lost', $1, 'credential', 'Phone', '\\x01', 0, now())`,
        [by.id],
      )
      return { by, method: 'DELETE', path: '/me/passkeys/psk_lost' }
    },
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
  }
}
