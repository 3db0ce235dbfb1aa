import { escapedDirections } from './direction-marks.ts'

/** JSON in lines. Marks of direction are escaped, so that a text of a stranger does not turn the names around it. */
export const readableJson = (value: unknown): string => escapedDirections(JSON.stringify(value, null, 2))
