import type { Page } from 'playwright-core'
import { axePath } from './contract-server.ts'

/** Loads axe as a file of the server, so that the browser keeps what it compiled. The debugger would bring it again to each document. */
export const loadAxe = (page: Page): Promise<unknown> =>
  page.evaluate(`'axe' in window || new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = '${axePath}'
    script.onload = () => resolve(script.remove())
    script.onerror = reject
    document.head.append(script)
  })`)
