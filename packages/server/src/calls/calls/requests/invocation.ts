import type { Application } from '../../../gateway/gateway/index.ts'
import type { ReservedNumber, Service } from '../declaration/service.ts'
import type { Origin } from './origin.ts'

/** A service that an application calls. */
export type Invocation = {
  service: Service
  application: Application
  origin: Origin
  /** The reference of a batch item. The requests of some services have no reference of their own. */
  itemReference?: string
  /** An item of an accepted batch: what was held for it, and when. */
  accepted?: { quoted: number; atMs: number }
  /** An item of a batch whose service reserves numbers. */
  reserved?: ReservedNumber
}
