import { launchChromium } from '../../../../testing/machine/launch-chromium.ts'
import { openContractServer } from '../contract-server.ts'
import { builtPages, type StaffPages } from './build-pages.ts'

/** The camera shows the moving figure of Chromium, and the person allows it without a prompt. */
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

export type StaffBrowser = Awaited<ReturnType<typeof openStaffBrowser>>

/** Chromium, and built pages with a server that plays their API. */
export const openStaffBrowser = async (pages: StaffPages) => {
  const server = await openContractServer({ files: builtPages(pages), hasViews: true })
  const browser = await launchChromium(cameraFlags)
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { browser, server, close }
}
