import type { Page } from 'playwright-core'
import type { Answers } from './contract-server.ts'

/** One screen in one state: the answers of the server, the way to it, and what a person does there. */
export type Scene = {
  name: string
  /** The path after `#`. */
  path?: string
  /** A page of its own, in place of the app's start. */
  file?: string
  /** A browser that is not registered. */
  isNew?: boolean
  answers?: Answers
  act?: (page: Page) => Promise<unknown>
  /** The scene is ready when this is visible. */
  shows: string
}
