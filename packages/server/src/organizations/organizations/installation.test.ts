import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@nani/foundation/core/index.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInstallation } from './installation.ts'
import { maxLogoFileBytes } from './logo.ts'
import { organizationsSettings } from './settings.ts'

const open = (environment: Record<string, string>) =>
  openInstallation(readSettings(organizationsSettings, environment))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-installation-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (content: Buffer | string): string => {
  const path = join(mkdtempSync(join(folder, 'logo-')), 'logo')
  writeFileSync(path, content)
  return path
}
const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#0b4f9e' } })

test('without settings the installation is Nani, without a logo and links', async () => {
  expect(await open({})).toEqual({ name: 'Nani', logo: null, helpUrl: null, privacyUrl: null })
})

test.each(['png', 'jpeg'] as const)(
  'a logo as %s is drawn again, and its address has the hash of its bytes',
  async (format) => {
    const file = await picture(200).toFormat(format).toBuffer()
    const { name, logo } = await open({ NANI_NAME: ' Identité RDC ', NANI_LOGO_FILE: fileOf(file) })
    expect(name).toBe('Identité RDC')
    expect(logo?.file).toMatch(/^[0-9a-f]{64}\.png$/)
    const { format: drawn, width, height } = await sharp(logo?.content).metadata()
    expect([drawn, width, height]).toEqual(['png', 64, 64])
  },
)

test.each<[string, string, () => Promise<Buffer | string>]>([
  ['no picture', 'is no PNG and no JPEG', async () => '<svg onload="alert(1)"/>'],
  ['a small picture', 'smaller than', async () => picture(32).png().toBuffer()],
  ['a large file', 'is larger than', async () => Buffer.alloc(maxLogoFileBytes + 1)],
])('a start with %s as logo fails, and names the setting', async (_what, reason, content) => {
  const error = await open({ NANI_LOGO_FILE: fileOf(await content()) }).catch((thrown: Error) => thrown)
  expect(String(error)).toContain('NANI_LOGO_FILE')
  expect(String(error)).toContain(reason)
})

test('a start with a logo that does not exist fails, and names the setting', async () => {
  await expect(open({ NANI_LOGO_FILE: join(folder, 'missing.png') })).rejects.toThrow(
    'NANI_LOGO_FILE cannot be read (ENOENT)',
  )
})

test.each(['NANI_HELP_URL', 'NANI_PRIVACY_URL'])(
  '%s is an https address without a password',
  async (name) => {
    for (const wrong of ['http://help.example/', 'javascript:alert(1)', 'https://a:b@help.example/', 'help'])
      expect(() => readSettings(organizationsSettings, { [name]: wrong }), wrong).toThrow(name)
    const read = await open({ [name]: 'https://help.example/nani' })
    expect([read.helpUrl, read.privacyUrl]).toContain('https://help.example/nani')
  },
)

test.each(['x'.repeat(61), 'Na\nni'])('the name %j is refused', (name) => {
  expect(() => readSettings(organizationsSettings, { NANI_NAME: name })).toThrow('NANI_NAME')
})
