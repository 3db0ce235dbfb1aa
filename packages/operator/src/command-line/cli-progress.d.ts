declare module 'cli-progress' {
  /** What this command line uses of the package, which brings no types. */
  export class SingleBar {
    constructor(options: { format: string; stream?: NodeJS.WritableStream; hideCursor?: boolean })
    start(total: number, startValue: number): void
    update(value: number): void
    stop(): void
  }
}
