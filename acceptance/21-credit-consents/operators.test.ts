import { expect, inject, test } from 'vitest'
import { nani, naniJson } from '../installation/nani-command.ts'
import { ask, becomes, type ConsentRequest, changesOf, lender, read } from './consents.ts'

const dataDir = inject('dataDir')
const consents = <Result>(...args: string[]) => naniJson<Result>(dataDir, 'consents', ...args)
/** What the command printed, where it fails. */
const failureOf = async (...args: string[]): Promise<string> =>
  nani(dataDir, 'consents', ...args, '--json').then(
    (out) => `succeeded: ${out}`,
    ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { error: { code: string } }).error.code,
  )

test('an operator approves, declines and revokes in the sandbox, and each act is on record', async () => {
  const application = await lender(dataDir)
  const first = (await ask(application, '0015')).json
  const approved = await consents<ConsentRequest>('approve', first.id, '--as', 'amina')
  expect(approved).toMatchObject({ id: first.id, status: 'approved', consent: { method: 'svc_app' } })
  expect((await read(application, first.id)).json).toEqual(approved)
  const revoked = await consents<ConsentRequest>(
    'revoke',
    approved.consent!.consent_id,
    ...['--reason', 'Ordered by the court', '--as', 'amina'],
  )
  expect([revoked.id, revoked.status]).toEqual([first.id, 'revoked'])
  const second = (await ask(application, '0015')).json
  expect((await consents<ConsentRequest>('decline', second.id, '--as', 'amina')).status).toBe('declined')
  expect(await changesOf(application, first.id)).toEqual([
    ['pending', 'approved'],
    ['approved', 'revoked'],
  ])
  const { data } = await naniJson<{ data: { actor: string; action: string }[] }>(
    dataDir,
    ...['acts', '--subject', first.id],
  )
  expect(data.map(({ actor, action }) => [actor, action]).toSorted()).toEqual([
    ['amina', 'consents.approve'],
    ['amina', 'consents.revoke'],
  ])
})

test('an act that the status does not allow is refused with its code', async () => {
  const application = await lender(dataDir)
  const { id } = (await ask(application, '0014')).json
  expect(await failureOf('revoke', id, '--reason', 'x')).toBe('consent_not_valid')
  await becomes(application, id, 'declined')
  expect(await failureOf('approve', id)).toBe('consent_not_pending')
  expect(await failureOf('decline', id)).toBe('consent_not_pending')
  expect(await failureOf('show', 'cnr_none')).toBe('consent_not_found')
})

test('a list names no citizen, and show does, with the reason', async () => {
  const application = await lender(dataDir)
  const { id } = (await ask(application, '0001', { amount_requested: { value: 20, currency: 'USD' } })).json
  await becomes(application, id, 'approved')
  await consents('revoke', id, '--reason', 'Ordered by the court')
  const listed = await consents<{ data: { id: string; status: string }[] }>(
    ...['list', '--application', application.application_id, '--status', 'revoked'],
  )
  expect(listed.data).toMatchObject([
    { id, status: 'revoked', environment: 'sandbox', product: 'microcredit' },
  ])
  expect(JSON.stringify(listed)).not.toContain('COD-0000-0000-0001')
  expect(await consents('show', id)).toMatchObject({
    ...{ id, status: 'revoked', svc_id: 'COD-0000-0000-0001', uses: 0 },
    amount_requested: { value: 20, currency: 'USD' },
    revocation_reason: 'Ordered by the court',
  })
})
