import { listenTo } from '@nani/foundation/storage/index.ts'

export const listsChannel = 'nani_lists'

/**
 * Calls back when a list changed, in any process of this database, and when changes may have been missed.
 * `changesSince` returns the changes.
 */
export const listenForListChanges = (
  connectionString: string,
  onChange: () => void,
): Promise<{ stop(): Promise<void> }> => listenTo(connectionString, listsChannel, () => onChange())
