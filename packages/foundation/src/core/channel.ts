/** Values that one part of a process sends to others, which the sender does not know. */
export type Channel<Value> = {
  send(value: Value): void
  /** Each value that is sent from now on, in the order of the subscriptions. */
  subscribe(receive: (value: Value) => void): void
}

export const createChannel = <Value>(): Channel<Value> => {
  const receivers: ((value: Value) => void)[] = []
  return {
    send(value) {
      for (const receive of receivers) receive(value)
    },
    subscribe(receive) {
      receivers.push(receive)
    },
  }
}
