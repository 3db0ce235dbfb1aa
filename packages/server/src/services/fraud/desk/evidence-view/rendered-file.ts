/** A file that was drawn or written again from what it shows. Nothing of the original bytes is in it. */
export type RenderedFile = { name: string; contentType: string; bytes: Buffer }

/** The most that one view returns. What does not fit is omitted, or an image is drawn smaller. */
export const maxOutputBytes = 32 * 1024 * 1024

/** What a viewer gets of a file of evidence. */
export type Rendering = {
  files: readonly RenderedFile[]
  /** Pages, rows or seconds of the original that were not rendered. */
  omitted: number
}

/** The file has no rendering: it breaks the renderer. The reason holds nothing of the file. */
export class NotRendered extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`evidence is not rendered: ${reason}`)
    this.reason = reason
  }
}
