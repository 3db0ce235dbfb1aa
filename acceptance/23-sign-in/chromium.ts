import packagedChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags = /single-process|web-security|no-zygote|insecure-content|site-isolation/

/** Chromium of the package, or the one that NANI_CHROMIUM names. */
export const openChromium = async (): Promise<Browser> => {
  const own = process.env.NANI_CHROMIUM
  return chromium.launch({
    executablePath: own ?? (await packagedChromium.executablePath()),
    args: own ? ['--no-sandbox'] : packagedChromium.args.filter((flag) => !unwantedFlags.test(flag)),
    headless: true,
  })
}
