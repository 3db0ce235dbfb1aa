import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StaffPages } from './build-pages.ts'
import { openStaffPage, openStaffScene } from './open-staff-scene.ts'
import { openStaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'

type Shown = {
  pages: StaffPages
  scenes: readonly StaffScene[]
  /** The widths in pixels, by the name of their folder. */
  widths: Readonly<Record<string, number>>
}
type Choice = { folder: string; locale: string; only: string }

/** Writes a picture of every page in each width, in both themes. */
export const writeStaffPictures = async (
  { pages, scenes, widths }: Shown,
  { folder, locale, only }: Choice,
): Promise<void> => {
  const app = await openStaffBrowser(pages)
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, width] of Object.entries(widths)) {
        const { page, context } = await openStaffPage(app, {
          ...{ locale, colorScheme, viewport: { width, height: 800 } },
        })
        const target = join(folder, pages, `${colorScheme}-${name}`)
        mkdirSync(target, { recursive: true })
        for (const scene of scenes.filter((one) => one.name.includes(only))) {
          await openStaffScene(page, app, scene)
          // The bar at the top stays in view, so that it would hide a part of a page that is not at its top.
          await page.evaluate('scrollTo(0, 0)')
          await page.screenshot({ path: join(target, `${scene.name}.png`), fullPage: true })
        }
        await context.close()
      }
  } finally {
    await app.close()
  }
}
