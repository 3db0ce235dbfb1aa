import { IncomingMessage } from 'node:http'

/**
 * A request whose socket can remain unread. Pausing the stream is not enough, because node:http would continue to
 * buffer 64 KiB of the body. In chunks of one byte that costs 20 MB.
 */
export class HoldableMessage extends IncomingMessage {
  #isHeld = false

  override _read(size: number): void {
    if (!this.#isHeld) super._read(size)
  }

  /** Reads no more from the socket. Data that was already read still arrives. */
  hold(): void {
    this.#isHeld = true
    this.socket.pause()
  }

  releaseSocket(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.socket.resume()
  }
}
