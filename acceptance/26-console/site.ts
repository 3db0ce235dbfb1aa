import { inject } from 'vitest'
import type { Site } from './person.ts'

/** The console of the shared installation. */
export const sharedSite = (): Site => ({ url: inject('consoleUrl'), dataDir: inject('dataDir') })
