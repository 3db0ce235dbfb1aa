import { listenTo } from '../../storage/index.ts'

export const listsChannel = 'nani_lists'

/**
 * Hears that a list changed, here or in another process of this database; also each time when changes may have been
 * missed. Ask `changesSince` for what came.
 */
export const listenForListChanges = (
  connectionString: string,
  onChange: () => void,
): Promise<{ stop(): Promise<void> }> => listenTo(connectionString, listsChannel, () => onChange())
