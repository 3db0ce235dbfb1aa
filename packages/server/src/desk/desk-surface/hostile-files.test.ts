import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** Files of strangers, as a browser gets them from the server of the desk. */

let world: DeskWorld
let amina: DeskPerson
let application: string
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer', 'investigator'])
  application = (await submittedReview(world, amina, {})).application
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

const script = '<script>alert(document.domain)</script>'
const html = Buffer.from(`<!doctype html><html><body>${script}</body></html>`)
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A black PNG. Few bytes hold many equal pixels. `rows`: those that it has, where its header lies. */
const png = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('tEXt', Buffer.from(`Comment\0${script}`))],
    ...[chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows))), chunk('IEND', Buffer.alloc(0))],
  ])
}
/** One page, and an action that runs a script when the document opens. */
const pdfWithScript = ((): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj ${object} endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer <</Size 4/Root 1 0 R>>`
  return Buffer.from(`${text}${table}\nstartxref\n${text.length}\n%%EOF\n`)
})()

const evidence = (type: 'image' | 'document' | 'transaction_log', bytes: Buffer) =>
  ({ type, file: { data: bytes.toString('base64') }, description: 'A file.' }) as never

type Drawn = { format: string; files: { name: string; content_type: string; data: string }[] }
const view = async (bytes: Buffer, type: Parameters<typeof evidence>[0]) => {
  const id = await reportedCase(world, application, [evidence(type, bytes)])
  const { status, headers, json } = await amina.get(`/cases/${id}/evidence/0?reason=To%20look.`)
  const { files = [] } = json as unknown as Partial<Drawn>
  return {
    ...{
      status,
      error: json.error,
      type: headers.get('content-type'),
      nosniff: headers.get('x-content-type-options'),
    },
    files: files.map(({ data, ...file }) => ({ ...file, bytes: Buffer.from(data, 'base64') })),
  }
}

test.each([
  ['HTML', html],
  ['SVG', svg],
  ['an image that is followed by HTML', Buffer.concat([png(10, 10), html])],
  ['an image of 30,000 by 30,000 pixels', png(30_000, 30_000, 1)],
])('%s is no evidence of a picture', async (_, bytes) => {
  await expect(reportedCase(world, application, [evidence('image', bytes)])).rejects.toMatchObject({
    ...{ code: 'invalid_request', context: { field: 'evidence[0].file' } },
  })
})

test('a picture of 30,000 pixels is drawn again within the bound of its side, without its text, in little memory', async () => {
  const picture = png(30_000, 1_000)
  const before = process.resourceUsage().maxRSS
  const { status, type, nosniff, files } = await view(picture, 'image')
  expect([status, type, nosniff]).toEqual([200, 'application/json; charset=utf-8', 'nosniff'])
  expect(files.map(({ content_type }) => content_type)).toEqual(['image/png'])
  const bytes = files[0]?.bytes as Buffer
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([4_000, 133])
  expect(bytes.includes('alert')).toBe(false)
  // In kilobytes. The decoded picture has 30 MB in one colour.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1_024)
})

test('a PDF file with a script is drawn as images, and no byte of it is served', async () => {
  const { status, files } = await view(pdfWithScript, 'document')
  expect(status).toBe(200)
  expect(files.map(({ content_type }) => content_type)).toEqual(['image/png'])
  expect(Buffer.concat(files.map(({ bytes }) => bytes)).includes('JavaScript')).toBe(false)
})

test('the formulas of a table become text', async () => {
  const table = Buffer.from('date,what\n2026-01-01,"=HYPERLINK(""http://x"")"\n2026-01-02,@SUM(A1)\n')
  const { files } = await view(table, 'transaction_log')
  const text = files[0]?.bytes.toString() ?? ''
  expect(text).toContain(`"'=HYPERLINK`)
  expect(text).toContain(`'@SUM`)
})

test('a file of a dossier has neither the name nor the type of the stranger', async () => {
  const owner = await world.console.signUp()
  const { json: organization } = await owner.post('/organizations', {
    ...{ name: 'Banque hostile', rccm: 'CD/KNG/RCCM/00-B-90001' },
  })
  await amina.post(`/organizations/${organization.id}/verify`)
  const { json: made } = await owner.post(`/organizations/${organization.id}/applications`, {
    ...{ name: 'Shop', services: ['kyc_validation'], scopes: [], purposes: ['customer_onboarding'] },
  })
  const reviews = `/organizations/${organization.id}/applications/${made.counterpart.id}/reviews`
  const { json: review } = await owner.post(reviews, { answers: {} })
  const names = ['policy.png', 'policy\u202egnp.html', '"; filename=evil.html', '../../evil.svg']
  const sent = [html, svg, pdfWithScript, png(4, 4)]
  const files: string[] = []
  for (const [index, data] of sent.entries()) {
    const { status, json } = await owner.post(`${reviews}/${review.id}/files`, {
      ...{ kind: 'privacy_policy', name: names[index], data: data.toString('base64') },
    })
    if (status === 201) files.push(json.id)
  }
  expect(files.length).toBeGreaterThan(0)
  await world.database.pool.query(
    `update production_reviews set status = 'submitted', submitted_at = now() where review_id = $1`,
    [review.id],
  )
  for (const file of files) {
    const { status, headers } = await amina.get(`/reviews/${review.id}/files/${file}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="dossier\.(pdf|png|bin)"$/)
    expect(headers.get('content-security-policy')).toBe(`sandbox; default-src 'none'`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('the proof of a payment has neither the name nor the type of the stranger', async () => {
  const officer = await world.enrol(['billing_officer'])
  const { owner } = await submittedReview(world, amina, {})
  const money = `/billing/organizations/${owner.organization}`
  const names = ['proof\u202egnp.html', '"; filename=evil.html', '../../evil.svg', '=1+1.csv']
  for (const [index, name] of names.entries()) {
    const invoice = `inv_hostile_${index}`
    await world.database.pool.query(
      `insert into billing_invoices (invoice_id, organization_id, number, kind, status, currency, subtotal, tax, total, amount_due,
         issued_at, due_at)
       values ($1, $2, 'NANI-2026-90000' || $3, 'usage', 'issued', 'USD', 0, 0, 10000, 10000, $4, $4)`,
      [invoice, owner.organization, String(index), new Date(world.platform.clock.now())],
    )
    const payment = await officer.post(`${money}/payments`, {
      ...{ invoices: [invoice], amount: 0.01, method: 'cash', reference: name },
      proof: { name, data: html.toString('base64') },
    })
    expect(payment.status).toBe(201)
    const { status, headers } = await officer.get(`/billing/payments/${payment.json.id}/proof`)
    expect([status, headers.get('content-disposition'), headers.get('content-type')]).toEqual([
      ...[200, 'attachment; filename="payment-proof.bin"', 'application/octet-stream'],
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('the export of the log of acts has no formula', async () => {
  const name = '=HYPERLINK("http://x")'
  const person = await world.enrol(['auditor'], { name })
  await person.get('/audit/export?action=nothing')
  const { json } = await person.get(`/audit/export?actor=${encodeURIComponent(name)}`)
  const [, line] = json.text.split('\r\n')
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
})
