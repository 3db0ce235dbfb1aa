import { openChromium } from './chromium.ts'
import { openContractServer } from './contract-server.ts'
import { portrait } from './portrait.ts'

export type AppBrowser = Awaited<ReturnType<typeof openAppBrowser>>

/** Chromium with a face before its camera, and the server that plays the citizen's API. */
export const openAppBrowser = async (options: Parameters<typeof openContractServer>[0] = {}) => {
  const server = await openContractServer(options)
  try {
    const browser = await openChromium(portrait)
    const close = async () => {
      await browser.close()
      await server.close()
    }
    return { browser, server, close }
  } catch (error) {
    await server.close()
    throw error
  }
}
