import type { Page } from 'playwright-core'
import { hostile } from '../console/console-data.ts'

/*
 * The hostile text has a mark that changes the direction of everything that follows in the same paragraph. An element must isolate it, or
 * it must be a block of its own. Else a name of a stranger turns the words of the page around.
 */
const find = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.data.includes('\u202e')) continue
    let element = text.parentElement
    let style = getComputedStyle(element)
    while (style.display === 'inline' && !/isolate|plaintext/.test(style.unicodeBidi) && element.parentElement) {
      element = element.parentElement
      style = getComputedStyle(element)
    }
    const isAlone = element.textContent.trim() === ${JSON.stringify(hostile)}
    if (style.display !== 'inline' && !isAlone) found.push(element.outerHTML)
  }
  return found
})()`

/** The places where a text of a stranger changes the direction of other words. */
export const textsWithoutIsolation = async (page: Page): Promise<string[]> =>
  ((await page.evaluate(find)) as string[]).map((html) => `a text is not isolated: ${html.slice(0, 300)}`)
