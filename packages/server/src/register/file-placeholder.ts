import type { StoredFile } from './register.ts'

/** In a stored result, a file stands as `{ $file: … }`; how it is delivered is decided when it is told. */
export type FilePlaceholder = { $file: StoredFile }

export const filePlaceholder = (file: StoredFile): FilePlaceholder => ({ $file: file })
