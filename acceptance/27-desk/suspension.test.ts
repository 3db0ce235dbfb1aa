import { expect, inject, test } from 'vitest'
import { done, registerPerson } from '../26-console/person.ts'
import { sharedSite } from '../26-console/site.ts'
import { until } from '../client/kyc.ts'
import { enrolTwo } from './operator.ts'
import { openProduction, refused } from './production-calls.ts'
import { submitDossier, submitReview } from './submitted-review.ts'

const site = sharedSite()
const desk = { url: inject('deskUrl'), dataDir: site.dataDir }

test('an application whose approval ended stays refused, whatever becomes of the review that was open', async () => {
  const [[first, second], owner] = await Promise.all([
    enrolTwo(desk, 'reviewer'),
    registerPerson(site, 'Odette Kalenga'),
  ])
  const rccm = `CD/KNG/RCCM/27-B-${String(50_000 + (process.pid % 50_000)).padStart(5, '0')}`
  const { id: organization } = await done(
    owner.call<{ id: string }>('POST', '/organizations', { name: `Banque du Fleuve ${process.pid}`, rccm }),
  )
  await done(first.call('POST', `/organizations/${organization}/verify`))
  const submitted = await submitReview(owner, organization, `Crédit du Fleuve ${process.pid}`)
  type Listed = { data: { id: string }[] }
  const { data } = await done(owner.call<Listed>('GET', `${submitted.path}/reviews`))
  const proposal = { decision: 'approve', reason: 'Le dossier est complet.' }
  await done(first.call('POST', `/reviews/${data[0]?.id}/propose`, proposal))
  await done(second.call('POST', `/reviews/${data[0]?.id}/decide`, { accept: true }))
  const production = await openProduction(owner, submitted)
  const answered = (wanted: number) =>
    until(production.call, ({ status }) => status === wanted, { timeoutMs: 20_000 })
  expect(await answered(200)).toMatchObject({ status: 200, encrypted: true })

  const further = await submitDossier(owner, submitted.path)
  await done(first.call('POST', `/reviews/${further}/propose`, proposal))
  await done(second.call('POST', `/applications/${submitted.id}/suspend`, { reason: 'Une fraude.' }))
  expect(await answered(403)).toMatchObject(refused)
  expect(await second.call('POST', `/reviews/${further}/decide`, { accept: true })).toMatchObject({
    ...{ status: 409, json: { error: 'conflict' } },
  })
  expect(await production.call()).toMatchObject(refused)
  expect(await done(owner.call('GET', submitted.path))).toMatchObject({
    ...{ production_status: 'rejected', approved_services: [] },
  })
  expect(await done(owner.call('GET', `${submitted.path}/reviews/${further}`))).toMatchObject({
    ...{ status: 'rejected', reason: 'Une fraude.' },
  })
})
