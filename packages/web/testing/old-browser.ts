/** What the oldest browsers of the build (vite.citizen.config.ts) do not have. Only syntax is translated. Runs in the page. */
export const removeNewer = `for (const [holder, names] of [
  [Object, ['hasOwn', 'groupBy']],
  [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
  [String.prototype, ['at', 'replaceAll', 'isWellFormed', 'toWellFormed']],
  [Map, ['groupBy']],
  [Promise, ['any', 'try', 'withResolvers']],
  [Array, ['fromAsync']],
  [globalThis, ['structuredClone', 'scheduler', 'CloseWatcher']],
  [Crypto.prototype, ['randomUUID']],
  [AbortSignal, ['any', 'timeout']],
  [Element.prototype, ['replaceChildren', 'checkVisibility']],
  [HTMLDialogElement.prototype, ['show', 'showModal', 'close', 'requestClose']],
]) for (const name of names) delete holder[name]`
