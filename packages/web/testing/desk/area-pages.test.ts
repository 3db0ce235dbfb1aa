import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../contract-server.ts'
import { faultsIn } from '../staff/faults-of-scenes.ts'
import { openStaffPage, openStaffScene } from '../staff/open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from '../staff/staff-browser.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { shown } from './area-scenes.ts'
import { organization, organizationId } from './desk-data.ts'
import { phoneScenes, scenes } from './desk-scenes.ts'

/** A loaded machine draws a page later. */
const soon = { timeout: 20_000 }

let app: StaffBrowser
beforeAll(async () => {
  app = await openStaffBrowser('desk')
})
afterAll(() => app?.close())

const scene = (name: string): StaffScene => scenes.find((one) => one.name === name) as StaffScene

test('a reason stays when the server fails, and the sealed data appears after it was sent', async () => {
  const { page, context } = await openStaffPage(app)
  const kept = scene('case-reason-kept')
  await openStaffScene(page, app, kept)
  expect(await page.inputValue('.party ~ form textarea')).toBe('Une plainte.')
  const opened = { ...shown, opened: true, description: 'Une carte SIM volée.' }
  app.server.setAnswers({ ...kept.answers, 'POST /cases/frd_1/open': ok(opened) })
  await page.focus('.party ~ form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.words:has-text("Une carte SIM volée.")')
  expect(app.server.asked).toContainEqual({
    call: 'POST /cases/frd_1/open',
    body: { reason: 'Une plainte.' },
  })
  await context.close()
})

test('a person reads no sealed data without a reason', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('case'))
  await page.focus('.party ~ form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.party ~ form [class*=Input-error], .party ~ form .mantine-Textarea-error')
  expect(app.server.asked.map(({ call }) => call)).not.toContain('POST /cases/frd_1/open')
  await context.close()
})

test.each(['case-auditor', 'organization-money-auditor'])(
  'an auditor sees the page without acts: %s',
  async (name) => {
    const { page, context } = await openStaffPage(app)
    await openStaffScene(page, app, scene(name))
    expect(await page.locator('main button[type=submit]').count()).toBe(0)
    await context.close()
  },
)

const money = '/billing/organizations/org_1'
const openModeForm = async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('organization-money'))
  const form = page.locator('details:has(select[name=mode])')
  await form.locator('summary').click()
  await form.locator('select').selectOption('postpaid')
  await form.locator('textarea').fill('Le contrat le dit.')
  return { form, context }
}
const modes = () => app.server.asked.filter(({ call }) => call === `POST ${money}/mode`)

test('a credit limit is the number that was typed, and no limit needs its own check box', async () => {
  const { form, context } = await openModeForm()
  const send = form.locator('button[type=submit]')
  for (const wrong of ['', '1,000', 'dix mille']) {
    await form.locator('input[inputmode=decimal]').fill(wrong)
    await send.click()
    await form.locator('.mantine-TextInput-error').waitFor()
  }
  expect(modes()).toEqual([])
  const reason = 'Le contrat le dit.'
  await form.locator('input[inputmode=decimal]').fill('10 000,50')
  await send.click()
  await expect.poll(modes, soon).toHaveLength(1)
  expect(modes()[0]?.body).toEqual({ mode: 'postpaid', credit_limit: 10_000.5, reason, proposal_id: null })
  await form.locator('[role=alert]').waitFor()
  await form.locator('input[type=checkbox]').check()
  await send.click()
  await expect.poll(modes, soon).toHaveLength(2)
  expect(modes()[1]?.body).toEqual({ mode: 'postpaid', credit_limit: null, reason, proposal_id: null })
  await context.close()
})

test('a budget is set, and prices of a file only after they were shown', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('organization-money'))
  const nextChange = () => page.waitForRequest((request) => request.method() === 'POST')
  await page.getByLabel('Budget mensuel').fill('1 500')
  const budget = nextChange()
  await page.getByRole('button', { name: 'Fixer le budget' }).press('Enter')
  expect((await budget).postDataJSON()).toEqual({ amount: 1_500 })

  const button = page.getByRole('button', { name: 'Définir les prix' })
  const choose = (text: string) =>
    page.setInputFiles('input[accept*=json]', {
      ...{ name: 'prices.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    })
  await choose('["not an object"]')
  await page.waitForSelector('[role=alert]:has-text("objet JSON")')
  expect(await button.isDisabled()).toBe(true)
  const prices = { services: { kyc_validation: { single: 0.2 } } }
  await choose(JSON.stringify(prices))
  await button.press('Enter')
  await page.waitForSelector('[role=dialog]:has-text("0.2")')
  const set = nextChange()
  await page.locator('[role=dialog]').getByRole('button').last().press('Enter')
  expect((await set).postDataJSON()).toEqual({ prices })
  await context.close()
})

test('the acts of money of one person have forms, which say what is missing before they are sent', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('organization-money'))
  const open = async (name: string) => {
    const act = page.locator('details', { has: page.locator(`summary:text-is("${name}")`) })
    await act.locator('summary').press('Enter')
    const submit = act.locator('button[type=submit]')
    return {
      ...{ act, submit },
      async send() {
        const sent = page.waitForRequest((request) => request.method() === 'POST')
        await submit.press('Enter')
        const request = await sent
        return { path: new URL(request.url()).pathname, body: request.postDataJSON() }
      },
    }
  }
  const threshold = await open('Définir le seuil d’alerte')
  await threshold.act.getByLabel('Alerter quand le solde passe sous').fill('250,5')
  expect(await threshold.send()).toEqual({ path: `/api${money}/threshold`, body: { threshold: 250.5 } })

  const topUp = await open('Demander une recharge')
  await topUp.act.getByLabel('Montant hors TVA').fill('1 000')
  expect(await topUp.send()).toEqual({ path: `/api${money}/top-ups`, body: { amount: 1_000 } })

  const declared = await open('Déclarer un paiement')
  await declared.submit.press('Enter')
  await declared.act.locator('[role=alert]:has-text("au moins une facture")').waitFor()
  expect(app.server.asked.map(({ call }) => call)).not.toContain(`POST ${money}/payments`)
  await declared.act.getByLabel('2026-000123').press('Space')
  await declared.act.getByLabel('Montant payé').fill('348')
  await declared.act.getByLabel('Référence du paiement').fill('VIR-7')
  await declared.act.locator('input[type=file]').setInputFiles({
    ...{ name: 'preuve.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  })
  expect((await declared.send()).body).toEqual({
    ...{ invoices: ['inv_1'], amount: 348, method: 'bank_transfer', reference: 'VIR-7' },
    proof: { name: 'preuve.pdf', data: Buffer.from('%PDF-1.7').toString('base64') },
  })

  const requested = await open('Demander un paiement par argent mobile')
  await requested.act.getByLabel('Numéro de téléphone du payeur').fill('081 000')
  await requested.submit.press('Enter')
  await requested.act.locator('.mantine-TextInput-error').waitFor()
  await requested.act.getByLabel('Numéro de téléphone du payeur').fill('+243 810 000 001')
  expect((await requested.send()).body).toEqual({ invoice: 'inv_1', payer: '+243810000001' })
  await context.close()
})

test('the billing cycle runs after the person has read what it does', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('billing-cycle'))
  await page.getByRole('button', { name: 'Exécuter le cycle maintenant' }).press('Enter')
  await page.waitForSelector('[role=dialog]:has-text("Suspendre les services")')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.locator('[role=dialog]').getByRole('button').last().press('Enter')
  expect(new URL((await sent).url()).pathname).toBe(`/api${money}/run`)
  await context.close()
})

test('a text stays with the object that it was typed for', async () => {
  const { page, context } = await openStaffPage(app)
  const dispute = scene('dispute')
  const other = dispute.answers['GET /disputes/dsp_1'] as { body: object }
  const answers = { 'GET /disputes/dsp_2': ok({ ...other.body, id: 'dsp_2', text: 'Une autre.' }) }
  await openStaffScene(page, app, { ...dispute, answers: { ...dispute.answers, ...answers } })
  await page.fill('main textarea', 'Une réponse.')
  await page.evaluate("history.pushState({}, '', '/disputes/dsp_2')")
  await page.waitForSelector('.messages:has-text("Une autre.")')
  expect(await page.inputValue('main textarea')).toBe('')
  await page.evaluate("history.pushState({}, '', '/disputes/dsp_1')")
  await expect.poll(() => page.inputValue('main textarea'), soon).toBe('Une réponse.')
  await context.close()
})

const o = `/organizations/${organizationId}`
const withOrganization = (changes: object): StaffScene => {
  const given = scene('organization')
  return { ...given, answers: { ...given.answers, [`GET ${o}`]: ok({ ...organization, ...changes }) } }
}
const [first] = organization.applications

test('a new name is shown before it is accepted, and only where one waits', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, withOrganization({}))
  expect(await page.getByRole('button', { name: /nouveau nom/, includeHidden: true }).count()).toBe(0)
  const waiting = { ...first, proposed_name: 'Boutique' }
  await openStaffScene(page, app, withOrganization({ applications: [waiting] }))
  await page.locator(`details:has-text("Boutique") > summary`).click()
  await page.getByRole('button', { name: /Accepter le nouveau nom/ }).click()
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({
      call: `POST /applications/${first?.id}/name`,
      body: { accept: true, proposed_name: 'Boutique', proposed_logo_hash: null },
    })
  await context.close()
})

test('every application of an organization can be reached', async () => {
  const { page, context } = await openStaffPage(app)
  const long = withOrganization({ has_more_applications: true })
  const all = { object: 'list', data: [first, { ...first, id: 'app_51', name: 'La 51e' }], next_cursor: null }
  await openStaffScene(page, app, {
    ...long,
    answers: { ...long.answers, [`GET ${o}/applications`]: ok(all) },
  })
  await page.getByRole('button', { name: 'Afficher la suite' }).click()
  await expect.poll(() => page.locator('summary:has-text("La 51e")').count(), soon).toBe(1)
  await context.close()
})

test('a register without an answer is not shown as a missing business', async () => {
  const { page, context } = await openStaffPage(app)
  const differences = [{ field: 'register', organization: 'CD/1', register: 'no_answer' }]
  await openStaffScene(page, app, withOrganization({ business: null, differences }))
  await expect
    .poll(() => page.locator('[role=alert]:has-text("Le registre n’a pas répondu")').count(), soon)
    .toBe(1)
  await context.close()
})

test('an act on money that waits has its name', async () => {
  const { page, context } = await openStaffPage(app)
  const billing = scene('billing')
  const waiting = billing.answers['GET /billing/proposals'] as { body: { data: object[] } }
  const data = waiting.body.data.map((one) => ({
    ...one,
    action: 'approve-top-up',
    command: { id: 'top_1' },
    reason: 'Le contrat.',
  }))
  const answers = { ...billing.answers, 'GET /billing/proposals': ok({ object: 'list', data }) }
  await openStaffScene(page, app, { ...billing, answers })
  await expect
    .poll(() => page.locator('.messages strong:has-text("Approuver une recharge")').count(), soon)
    .toBe(1)
  await page.waitForSelector('.messages p:has-text("Le contrat.")')
  await page.getByLabel('Votre motif pour accepter').fill('Le contrat est lu.')
  await page.getByRole('button', { name: 'Accepter et exécuter' }).click()
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({
      call: `POST ${money}/top-ups/top_1/approve`,
      body: { proposal_id: 'prp_1', reason: 'Le contrat est lu.' },
    })
  await context.close()
})

test('the second person sends a reason with the acceptance of a case', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('case-proposed'))
  await page.getByLabel('Votre motif pour accepter').fill('Les pièces concordent.')
  await page.getByRole('button', { name: 'Accepter la proposition' }).click()
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({
      call: 'POST /cases/frd_1/decide',
      body: { decision: 'accept', reason: 'Les pièces concordent.' },
    })
  await context.close()
})

test('the reason of a correction is shown with its values, and not on the list', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, {
    ...scene('correction-read'),
    act: undefined,
    shows: '.facts',
  } as StaffScene)
  expect(await page.locator('.facts:has-text("Motif")').count()).toBe(0)
  await page.getByRole('button', { name: 'Lire la correction' }).click()
  await page.waitForSelector('.facts:has-text("Une erreur de saisie.")')
  await context.close()
})

test('a change of the status sends only what the person changed', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('citizen'))
  const form = page.locator('form:has(select[name=status])')
  await form.locator('input[type=checkbox]').uncheck()
  await form.locator('textarea').fill('Sans document.')
  await form.locator('button[type=submit]').click()
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({
      call: 'POST /citizens/COD-7000-0000-0001/status',
      body: { certified: false, reason: 'Sans document.' },
    })
  await context.close()
})

test('the effect of a threshold is shown before it is set', async () => {
  const { page, context } = await openStaffPage(app)
  const lists = scene('lists')
  const counts = { screenings: 40, hits: 9, gained: 3, lost: 0, not_compared: 0, is_complete: false }
  const answers = { ...lists.answers, 'GET /threshold/effect': ok({ ...counts, value: 0.8 }) }
  await openStaffScene(page, app, { ...lists, answers })
  await page.fill('input[inputmode=decimal]', '0,8')
  await page.getByRole('button', { name: 'Montrer l’effet' }).click()
  await page.waitForSelector('[role=status] .facts:has-text("Gagnées")')
  expect(app.server.asked.map(({ call }) => call)).not.toContain('PUT /threshold')
  await context.close()
})

test('sound is played as the server has written it again', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('case-sound'))
  const sound = page.locator('.evidence-view audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1)
  expect(await sound.getAttribute('aria-label')).toBe('Pièce 3, 1/1')
  // The server never shows an infected file.
  expect(await page.locator('button[aria-label$=" 4"]').count()).toBe(0)
  await context.close()
})

test('a phone has the queue and the approvals of a second person, and a notice in place of other pages', async () => {
  const { faults, problems } = await faultsIn(app, [{ scheme: 'light', width: 360, rules: 'all' }], {
    scenes: phoneScenes,
  })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  const { page, context } = await openStaffPage(app, { viewport: { width: 360, height: 740 } })
  await openStaffScene(page, app, scene('queue'))
  expect(await page.locator('.records').count()).toBe(1)
  await openStaffScene(page, app, { ...scene('organizations'), shows: 'h1:has-text("plus grand écran")' })
  expect(app.server.asked.map(({ call }) => call)).not.toContain('GET /organizations')
  await page.getByRole('button', { name: 'L’ouvrir quand même' }).press('Enter')
  await page.waitForSelector('.records')
  await context.close()
}, 180_000)

test('the bar names the environment of the object, and both where a page is about both', async () => {
  const { page, context } = await openStaffPage(app)
  const sign = () => page.textContent('.environment')
  await openStaffScene(page, app, scene('queue'))
  expect(await sign()).toBe('Poste · Les deux environnements')
  await openStaffScene(page, app, scene('review'))
  expect(await sign()).toBe('Poste · Production')
  const inSandbox = { ...scene('case').answers, 'GET /cases/frd_1': ok({ ...shown, environment: 'sandbox' }) }
  await openStaffScene(page, app, { ...scene('case'), answers: inSandbox })
  expect(await sign()).toBe('Poste · Bac à sable')
  await page.keyboard.press('q')
  await expect.poll(sign, soon).toBe('Poste · Les deux environnements')
  await context.close()
})

test('a preview that runs is read again until it is ready, and is stopped without an import', async () => {
  const { page, context } = await openStaffPage(app)
  const running = scene('preview-running')
  await openStaffScene(page, app, running)
  expect(await page.getAttribute('progress', 'value')).toBe('42000')
  const path = '/lists/previews/lpv_1'
  const ready = scene('preview').answers[`GET ${path}`] as { status: number; body: object }
  const stopped = { ...ready.body, status: 'stopped' }
  app.server.setAnswers({ ...running.answers, [`GET ${path}`]: ready })
  await page.waitForSelector('h2:has-text("alerte : 300")')
  app.server.setAnswers({
    ...running.answers,
    ...{ [`POST ${path}/stop`]: ok(stopped), [`GET ${path}`]: ok(stopped) },
  })
  await page.getByRole('button', { name: 'Arrêter : ne rien importer' }).press('Enter')
  await page.waitForSelector('text=Rien n’a été importé')
  expect(app.server.asked.map(({ call }) => call)).not.toContain(`POST ${path}/import`)
  expect(await page.getByRole('button', { name: 'Importer ces fichiers' }).count()).toBe(0)
  await context.close()
})

test('an import that removes more than a tenth needs a consent of its own', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('preview-import'))
  await page.locator('[role=dialog] input[type=checkbox]').press('Space')
  await page.locator('[role=dialog]').getByRole('button', { name: 'Importer ces fichiers' }).press('Enter')
  await expect
    .poll(() => app.server.asked, soon)
    .toContainEqual({ call: 'POST /lists/previews/lpv_1/import', body: { accept_drop: true } })
  await context.close()
})
