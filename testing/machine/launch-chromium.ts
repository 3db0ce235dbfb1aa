import packagedChromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { unpackChromium } from './unpack-chromium.ts'

/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags =
  /single-process|web-security|no-zygote|insecure-content|site-isolation|gpu|gl=|angle|swiftshader/
/** Without a graphics card, to draw directly takes half of the processor time of an emulated one. */
const packagedFlags = [...packagedChromium.args.filter((flag) => !unwantedFlags.test(flag)), '--disable-gpu']

/** A page of a test lives for a second: to optimize its programs takes longer than they save. */
const flagsOfTests = ['--js-flags=--no-maglev --no-opt']

const start = async (flags: readonly string[]): Promise<Browser> => {
  const own = process.env.NANI_CHROMIUM
  return chromium.launch({
    executablePath: own ?? (await unpackChromium()),
    args: [...(own ? ['--no-sandbox'] : packagedFlags), ...flags],
    headless: true,
  })
}

const started = new Map<string, Promise<Browser>>()

const sharedBrowser = async (flags: readonly string[]): Promise<Browser> => {
  const key = flags.join(' ')
  const known = started.get(key)
  if (known && (await known.then((browser) => browser.isConnected()).catch(() => false))) return known
  // Another caller may have started one meanwhile.
  if (started.get(key) === known) started.set(key, start(flags))
  return started.get(key) as Promise<Browser>
}

/** The same browser for one of its users, who closes what it opened. Contexts share nothing. */
const usedBrowser = (shared: Browser): Browser => {
  const contexts: BrowserContext[] = []
  const opened = async (options?: BrowserContextOptions) => {
    const context = await shared.newContext(options)
    contexts.push(context)
    return context
  }
  return Object.assign(Object.create(shared) as Browser, {
    newContext: opened,
    newPage: async (options?: BrowserContextOptions) => (await opened(options)).newPage(),
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  })
}

/**
 * Chromium of the package, or the one that NANI_CHROMIUM names. The files of tests that share a process share a browser, because to
 * start one takes a second of processor time. It ends with the process.
 */
export const launchChromium = async (flags: readonly string[] = []): Promise<Browser> =>
  process.env.VITEST ? usedBrowser(await sharedBrowser([...flagsOfTests, ...flags])) : start(flags)
