import { gzipSync } from 'node:zlib'
import qrcode from 'qrcode-generator'
import { expect, test } from 'vitest'
import { initialsOf } from './application-mark.ts'
import { assets } from './assets.ts'
import { contentSecurityPolicy, rendered } from './layout.ts'
import { qrCode } from './qr-code.ts'
import { pageStates } from './testing/page-states.ts'
import { type Language, languages } from './texts/choose-texts.ts'

const maxBytes = 15 * 1024
const states = (Object.keys(languages) as Language[]).flatMap((language) =>
  Object.entries(pageStates(language)).map(([name, page]) => [language, name, page] as const),
)

test.each(states)(
  'in %s, the page "%s" with its style and script is at most 15 kB',
  (_language, _name, page) => {
    const parts = [Buffer.from(rendered(page)), ...assets.map(({ content }) => content)]
    const bytes = parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
  },
)

test.each(states)(
  'in %s, the page "%s" has no script or style in it, and no strange markup',
  (_l, _n, page) => {
    const text = rendered(page)
    expect(text).not.toMatch(/<script(?! src="\/sign-in\/)|<style|style="|\son\w+="|javascript:|<b>/)
    // Every address of another origin is a link that the citizen follows. Nothing is loaded from there.
    expect(
      text.match(/(src|action|href)="(?!\/)[^"]*"/g)?.filter((one) => !one.startsWith('href=')) ?? [],
    ).toEqual([])
  },
)

test('no page may be framed, or load or send anything elsewhere than to the application', () => {
  for (const [, name, page] of states) {
    const policy = contentSecurityPolicy(page)
    expect(policy, name).toContain("default-src 'none'")
    expect(policy, name).toContain("frame-ancestors 'none'")
    expect(policy, name).toContain("base-uri 'none'")
    expect(policy, name).not.toMatch(/unsafe|\*/)
    // A picture comes from the own origin, and only where a logo is shown.
    const hasPicture = page.hasLogo === true || page.installation.logo !== null
    expect(/img-src ([^;]*)/.exec(policy)?.[1], name).toBe(hasPicture ? "'self'" : undefined)
    expect(rendered(page).includes('<img '), name).toBe(hasPicture)
    const targets = /form-action ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    expect(targets.filter((target) => target !== "'self'" && target !== 'https://shop.example')).toEqual([])
  }
})

test('the QR code has the modules of the address', () => {
  const address = 'https://citoyen.nani.example'
  const { text } = qrCode(address, 'Code "Nani"')
  const code = qrcode(0, 'M')
  code.addData(address)
  code.make()
  const dark = new Set<string>()
  for (const [, x = '', y = '', length = ''] of text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(length); step++) dark.add(`${Number(x) + step - 4} ${Number(y) - 4}`)
  const expected = new Set<string>()
  for (let row = 0; row < code.getModuleCount(); row++)
    for (let column = 0; column < code.getModuleCount(); column++)
      if (code.isDark(row, column)) expected.add(`${column} ${row}`)
  expect(dark).toEqual(expected)
  expect(text).toContain('aria-label="Code &quot;Nani&quot;"')
})

test.each([
  ['Boutique Mosaka', 'BM'],
  ['banque', 'B'],
  ['Épargne — Kivu SA', 'ÉK'],
  ['<b>"Shop"</b>', 'BS'],
  ['🙂', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
