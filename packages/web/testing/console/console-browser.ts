import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../../../testing/machine/launch-chromium.ts'
import { openContractServer } from '../contract-server.ts'
import { buildConsole } from './build-console.ts'

export type ConsoleBrowser = Awaited<ReturnType<typeof openConsoleBrowser>>

/** Chromium, and the built console with a server that plays its API. */
export const openConsoleBrowser = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-console-'))
  buildConsole(folder)
  const server = await openContractServer({ folder, hasViews: true })
  const browser = await launchChromium()
  const close = async () => {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { browser, server, folder, close }
}
