import {
  type Announcements,
  type Announcer,
  announce,
  createAnnouncer,
  type Database,
  listenForNames,
} from '@nani/foundation/storage/index.ts'

/** The applications whose deliveries are due. Without an announcement, polling finds the deliveries. */
const due: Announcements = { channel: 'nani_deliveries', maxNames: 150, pauseMs: 20 }

/** Announces to the dispatchers of all processes that deliveries of these applications are due. */
export const announceDue = (database: Database, applicationIds: readonly string[]): Promise<void> =>
  announce(database, due, applicationIds)

/** For a process that commits events and has no dispatcher. It sends at most 50 announcements in a second. */
export const createDueAnnouncer = (database: Database, onError: (error: unknown) => void): Announcer =>
  createAnnouncer(database, due, onError)

/** Listens for announcements. `null`: some may be lost, because the connection is new. */
export const listenForDue = (
  connectionString: string,
  onDue: (applicationId: string | null) => void,
): Promise<{ stop(): Promise<void> }> => listenForNames(connectionString, due, onDue)
