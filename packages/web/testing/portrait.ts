import { join } from 'node:path'

/** What the camera of the tests shows. */
export const portrait = join(import.meta.dirname, '../../../examples/faces/beatrice-today.jpg')
