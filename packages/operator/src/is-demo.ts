import { findDemoApplication } from '@nani/server/organizations/index.ts'
import type { Installation } from './installation.ts'

/** A demo has both: the setting, and the application that a start made by it. */
export const isDemo = async (installation: Installation): Promise<boolean> =>
  installation.config.demo !== 'none' && (await findDemoApplication('sandbox', installation)) !== undefined
