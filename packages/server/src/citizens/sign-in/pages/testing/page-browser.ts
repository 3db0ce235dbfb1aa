import type { Browser, Page as Tab } from 'playwright-core'
import sharp from 'sharp'
import { logoFolder } from '../application-mark.ts'
import { assets } from '../assets.ts'
import { installationFolder } from '../installation.ts'
import { contentSecurityPolicy, type Page, rendered } from '../layout.ts'

const origin = 'http://sign-in.test'
type Options = { colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean; deviceScaleFactor?: number }

/** Shows a page on a small phone under its policy, with its style, its script and a logo. Nothing else can be loaded. */
export const showPage = async (
  browser: Browser,
  shown: Page,
  options: Options = {},
): Promise<{ page: Tab; close: () => Promise<void> }> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    const asset = assets.find(({ path }) => url === origin + path)
    if (asset) return route.fulfill({ contentType: asset.contentType, body: asset.content })
    if ([logoFolder, installationFolder].some((folder) => url.startsWith(`${origin}${folder}/`)))
      return route.fulfill({ contentType: 'image/png', body: await logo() })
    if (url !== `${origin}/page`) return route.fulfill({ status: 204 })
    const headers = { 'content-security-policy': contentSecurityPolicy(shown) }
    return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: rendered(shown) })
  })
  await page.goto(`${origin}/page`)
  return { page, close: () => context.close() }
}

const logo = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b7a4b' } })
    .png()
    .toBuffer()
