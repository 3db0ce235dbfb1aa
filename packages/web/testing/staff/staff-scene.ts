import type { Page } from 'playwright-core'
import type { Answers } from '../contract-server.ts'

/** One page in one state. */
export type StaffScene = {
  name: string
  path: string
  answers: Answers
  act?: (page: Page) => Promise<unknown>
  /** The scene is ready when this is visible. */
  shows?: string
}
