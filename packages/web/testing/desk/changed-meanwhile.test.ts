import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedProposal } from '../../src/desk/billing/money.ts'
import { executionOfMoney } from '../../src/desk/billing/money-execution.ts'
import { type Answers, ok, refused } from '../contract-server.ts'
import { openStaffPage, openStaffScene } from '../staff/open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from '../staff/staff-browser.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { caseScenes } from './case-scenes.ts'
import * as data from './desk-data.ts'
import { scenes } from './desk-scenes.ts'

/** A loaded machine draws a page later. */
const soon = { timeout: 20_000 }
const reason = 'Le motif que j’ai écrit.'

let app: StaffBrowser
beforeAll(async () => {
  app = await openStaffBrowser('desk')
})
afterAll(() => app?.close())

const sceneOf = (name: string) =>
  [...scenes, ...caseScenes].find((scene) => scene.name === name) as StaffScene
const bodyOf = ({ answers }: StaffScene, call: string) => {
  const answer = answers[call]
  if (typeof answer !== 'object') throw new Error(`${call} has no answer`)
  return answer.body as Record<string, unknown>
}
const list = (...items: unknown[]) => ok({ object: 'list', data: items, next_cursor: null })

type Changed = {
  scene: string
  /** The act that is refused, and the reading that shows the state after it. */
  act: string
  read: string
  after: () => unknown
  current: object | null
  fill: (page: Page) => Promise<void>
  /** Texts of the page after the refusal. */
  shows: string[]
}

const caseRead = 'GET /cases/frd_1'
const withEntry = (scene: string, changes: object) => {
  const shown = bodyOf(sceneOf(scene), caseRead)
  const timeline = shown.timeline as object[]
  const note = {
    ...timeline[0],
    act: 'note',
    actor: 'Chanda Mbayo',
    text: 'La banque a rappelé.',
    status: null,
  }
  return ok({ ...shown, ...changes, timeline: [...timeline, note] })
}
const fillAndSend = (label: string, button: string) => async (page: Page) => {
  await page.getByLabel(label).first().fill(reason)
  await page.getByRole('button', { name: button }).first().click()
}

const moneyProposal = (bodyOf(sceneOf('billing'), 'GET /billing/proposals').data as ListedProposal[])[0]
const moneyAct = `POST ${executionOfMoney(moneyProposal as ListedProposal)?.path}`

const changed: Changed[] = [
  {
    ...{ scene: 'case-proposed', act: 'POST /cases/frd_1/decide', read: caseRead },
    after: () => withEntry('case-proposed', { proposal_id: 'frd_1-9' }),
    current: { object: 'fraud_case', status: 'under_review' },
    fill: fillAndSend('Votre motif pour accepter', 'Accepter la proposition'),
    shows: ['Nouveau depuis l’ouverture', 'La banque a rappelé.', 'Chanda Mbayo'],
  },
  {
    ...{ scene: 'case-objection', act: 'POST /cases/frd_1/objection/decline', read: caseRead },
    after: () => withEntry('case-objection', { status: 'under_review', objection: null }),
    current: { object: 'fraud_case', status: 'under_review' },
    fill: fillAndSend('Motif du refus', 'Décliner'),
    shows: ['Nouveau depuis l’ouverture', 'La banque a rappelé.'],
  },
  {
    ...{ scene: 'case-false-report', act: 'POST /cases/frd_1/false-report', read: caseRead },
    after: () => withEntry('case-false-report', { false_report_proposal_id: 'frd_1-9' }),
    current: { object: 'fraud_case', status: 'dismissed' },
    fill: fillAndSend('Pourquoi le signalement est faux', 'Marquer comme faux'),
    shows: ['Nouveau depuis l’ouverture', 'La banque a rappelé.'],
  },
  {
    ...{ scene: 'review-changed-meanwhile', act: 'POST /reviews/rev_1/decide', read: 'GET /reviews/rev_1' },
    after: () => ok({ ...data.complete, proposal: null }),
    current: {
      ...data.reviewProposal,
      status: 'declined',
      decided_by: 'Chanda Mbayo',
      decided_reason: 'Trop tôt.',
    },
    fill: fillAndSend('Votre motif pour accepter', 'Accepter et exécuter'),
    shows: ['Déclinée', 'Chanda Mbayo', 'Trop tôt.'],
  },
  {
    ...{ scene: 'proposals', read: 'GET /proposals' },
    act: `POST /organizations/${data.organizationId}/suspend`,
    after: () => list({ ...data.proposal, id: 'prp_9', proposed_by: 'Chanda Mbayo' }),
    current: { ...data.proposal, id: 'prp_9', proposed_by: 'Chanda Mbayo' },
    fill: fillAndSend('Votre motif pour accepter', 'Accepter et exécuter'),
    shows: ['Une autre proposition attend', 'Chanda Mbayo'],
  },
  {
    ...{ scene: 'billing', read: 'GET /billing/proposals', act: moneyAct },
    after: () => list(),
    current: { object: 'proposal', status: 'executed', decided_by: 'Chanda Mbayo' },
    fill: fillAndSend('Votre motif pour accepter', 'Accepter et exécuter'),
    shows: ['Exécutée', 'Chanda Mbayo'],
  },
]

test.each(changed)(
  'after a refusal of an earlier state, the page shows the new one, says what changed and has the text: $scene',
  async ({ scene: name, act, read, after, current, fill, shows }) => {
    const { page, context } = await openStaffPage(app)
    const { act: _, ...scene } = sceneOf(name)
    // The second reading is of the state that another person made.
    let isChanged = false
    const first = scene.answers[read]
    const answers: Answers = {
      ...scene.answers,
      [read]: () =>
        isChanged ? (after() as never) : typeof first === 'function' ? first() : (first as never),
      [act]: () => {
        isChanged = true
        return refused(412, 'changed_meanwhile', { current, next: 'Read the object again.' })
      },
    }
    await openStaffScene(page, app, { ...scene, answers, shows: 'form' })
    await fill(page)
    const readings = () => app.server.asked.filter(({ call }) => call === read).length
    await expect.poll(readings, soon).toBeGreaterThan(1)
    for (const text of ['Une autre personne l’a modifié', 'La page montre l’état actuel', ...shows])
      await expect.poll(() => page.getByText(text).first().isVisible(), soon).toBe(true)
    await expect
      .poll(() => page.getByLabel('Votre texte, qui n’a pas été envoyé').inputValue(), soon)
      .toBe(reason)
    // The focus is at what changed, so that a person without a mouse or a screen reads it first.
    expect(await page.evaluate(`document.activeElement?.textContent?.includes('état actuel')`)).toBe(true)
    if (process.env.NANI_PICTURES)
      await page.screenshot({ path: `${process.env.NANI_PICTURES}/${name}.png`, fullPage: true })
    await context.close()
  },
)

const other = { id: 'prp_9', proposed_by: 'Chanda Mbayo' }
const replaced = [
  {
    ...{ scene: 'proposals', read: 'GET /proposals' },
    act: `POST /organizations/${data.organizationId}/suspend`,
    after: list({ ...data.proposal, ...other }),
  },
  {
    ...{ scene: 'review-changed-meanwhile', read: 'GET /reviews/rev_1', act: 'POST /reviews/rev_1/decide' },
    after: ok({ ...data.complete, proposal: { ...data.reviewProposal, ...other } }),
  },
]
const reasonToAgree = 'Votre motif pour accepter'

/** A page in whose form a reason is typed. Then another person replaces what it is about. */
const openReplaced = async ({ scene: name, read, act, after }: (typeof replaced)[number]) => {
  const { page, context } = await openStaffPage(app)
  const { act: _, ...scene } = sceneOf(name)
  let isReplaced = false
  const first = scene.answers[read] as ReturnType<typeof ok>
  const answers: Answers = {
    ...scene.answers,
    [read]: () => (isReplaced ? after : first),
    [act]: refused(412, 'changed_meanwhile', { current: { ...data.proposal, ...other } }),
  }
  await openStaffScene(page, app, { ...scene, answers, shows: 'form' })
  const field = page.getByLabel(reasonToAgree).first()
  await field.fill(reason)
  isReplaced = true
  const showsOther = () =>
    expect.poll(() => page.locator('.section').getByText(other.proposed_by).isVisible(), soon).toBe(true)
  return { page, context, field, showsOther }
}

test.each(replaced)(
  'a reason is not kept for another proposal that the page reads by itself: $scene',
  async (given) => {
    const { page, context, field, showsOther } = await openReplaced(given)
    // A person who comes back to the page reads again what is older than ten seconds.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await showsOther()
    expect(await field.inputValue()).toBe('')
    await context.close()
  },
)

test('after a refusal, the other proposal is agreed to with a reason that is written for it', async () => {
  const [given] = replaced
  if (!given) throw new Error('there is no scene')
  const { page, context, field, showsOther } = await openReplaced(given)
  const agree = page.getByRole('button', { name: 'Accepter et exécuter' }).first()
  await agree.click()
  await showsOther()
  expect(await field.inputValue()).toBe('')
  expect(await page.getByLabel('Votre texte, qui n’a pas été envoyé').inputValue()).toBe(reason)
  await agree.click()
  await expect.poll(() => page.getByText('Écrivez-le avant de continuer.').isVisible(), soon).toBe(true)
  expect(app.server.asked.filter(({ call }) => call === given.act)).toHaveLength(1)
  await context.close()
})
