/** The worker stores the app and the answers that were loaded, so that they can be read without a network. */
export const storeForOffline = (): void => {
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/worker.js').catch(() => {})
}
