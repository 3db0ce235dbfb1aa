import { expect, test } from 'vitest'
import { launchChromium } from '../../../../testing/machine/launch-chromium.ts'
import { hostile } from '../console/console-data.ts'
import { textsWithoutIsolation } from './texts-without-isolation.ts'

const escaped = hostile.replaceAll('<', '&lt;')

test('a text of a stranger without isolation is a fault, and one with it is not', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.setContent(`<p>Nom : <bdi>${escaped}</bdi></p><p>${escaped}</p>`)
    expect(await textsWithoutIsolation(page)).toEqual([])
    await page.setContent(`<p>Nom : <span>${escaped}</span></p>`)
    const faults = await textsWithoutIsolation(page)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('<p>Nom : <span>')
  } finally {
    await browser.close()
  }
})
