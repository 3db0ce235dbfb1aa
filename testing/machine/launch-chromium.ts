import packagedChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { unpackChromium } from './unpack-chromium.ts'

/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags =
  /single-process|web-security|no-zygote|insecure-content|site-isolation|gpu|gl=|angle|swiftshader/
/** Without a graphics card, to draw directly takes half of the processor time of an emulated one. */
const packagedFlags = [...packagedChromium.args.filter((flag) => !unwantedFlags.test(flag)), '--disable-gpu']

/** Chromium of the package, or the one that NANI_CHROMIUM names. */
export const launchChromium = async (flags: readonly string[] = []): Promise<Browser> => {
  const own = process.env.NANI_CHROMIUM
  return chromium.launch({
    executablePath: own ?? (await unpackChromium()),
    args: [...(own ? ['--no-sandbox'] : packagedFlags), ...flags],
    headless: true,
  })
}
