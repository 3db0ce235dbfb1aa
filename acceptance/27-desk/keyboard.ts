import type { FileChooser, Locator, Page } from 'playwright-core'

/** No page has so many places where the focus can be. */
const maxStops = 300

/** Presses Tab (or an arrow), as a person without a mouse does, until an element has the focus. */
const tabTo = async (page: Page, target: Locator, step = 'Tab'): Promise<void> => {
  await target.first().waitFor()
  const focused = target.and(page.locator(':focus'))
  for (let stop = 0; stop < maxStops; stop++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press(step)
  }
  throw new Error(`${maxStops} presses of ${step} do not reach ${target}`)
}

/** Goes to an element and presses a key on it. */
export const pressOn = async (page: Page, target: Locator, key = 'Enter', step = 'Tab'): Promise<void> => {
  await tabTo(page, target, step)
  await page.keyboard.press(key)
}

/** Goes to a field and types a text. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Types a day (`YYYY-MM-DD`) into a field of three parts. Their order is that of the language of the browser. */
export const typeDay = async (page: Page, target: Locator, day: string): Promise<void> => {
  const [year, month, date] = day.split('-')
  await typeInto(page, target, `${month}${date}${year}`)
  if ((await target.inputValue()) === day) return
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await page.keyboard.type(`${date}${month}${year}`)
}

/** Chooses a file at the field of a page, in the dialog of the browser. */
export const chooseFile = async (
  page: Page,
  target: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> => {
  // The browser drops the key where the page renews the field at that moment: the person presses it again.
  let chooser: FileChooser | null = null
  for (let tries = 0; chooser === null && tries < 5; tries++) {
    await tabTo(page, target)
    const opened = page.waitForEvent('filechooser', { timeout: 5_000 }).catch(() => null)
    await page.keyboard.press('Enter')
    chooser = await opened
  }
  if (chooser === null) throw new Error('no file dialog opened')
  await chooser.setFiles(file)
}

/** A page by its name, as the palette of commands opens it. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
}
