import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffPage, openStaffScene } from '../staff/open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from '../staff/staff-browser.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { caseScenes, objectionAlone } from './case-scenes.ts'

/** A loaded machine draws a page later. */
const soon = { timeout: 20_000 }

let app: StaffBrowser
beforeAll(async () => {
  app = await openStaffBrowser('desk')
})
afterAll(() => app?.close())

test.each([
  ['case-objection', 'objection/decline', 'frd_1-7'],
  ['case-false-report', 'false-report/decline', 'frd_1-8'],
])(
  'the second person declines what the first one said, as it was read: %s',
  async (name, act, proposal_id) => {
    const { page, context } = await openStaffPage(app)
    await openStaffScene(page, app, caseScenes.find((one) => one.name === name) as StaffScene)
    await page.getByLabel('Motif du refus').fill('Les cachets sont faux.')
    await page.getByRole('button', { name: 'Décliner' }).click()
    await expect
      .poll(() => app.server.asked, soon)
      .toContainEqual({
        call: `POST /cases/frd_1/${act}`,
        body: { reason: 'Les cachets sont faux.', proposal_id },
      })
    await context.close()
  },
)

test('a person who saw no first word says so, so that none is executed unseen', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, objectionAlone)
  await page.getByLabel(/^Motif( \*)?$/).fill('Elle était à l’étranger.')
  await page.getByRole('button', { name: 'Trancher la contestation' }).click()
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({
      call: 'POST /cases/frd_1/objection/decide',
      body: { decision: 'accept', reason: 'Elle était à l’étranger.', proposal_id: null },
    })
  await context.close()
})

test.each(['case-false-report', 'case-objection'])(
  'a note says what it means for a second person: %s',
  async (name) => {
    const { page, context } = await openStaffPage(app)
    await openStaffScene(page, app, caseScenes.find((one) => one.name === name) as StaffScene)
    await page.getByText('Ajouter une note').click()
    await expect
      .poll(() => page.getByText('Cette personne le lit d’abord').first().isVisible(), soon)
      .toBe(true)
    await context.close()
  },
)
