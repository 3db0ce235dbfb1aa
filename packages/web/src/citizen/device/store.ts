/** The key of this device. A WebCrypto key stays a handle: no script can read its private part. */
export type StoredDevice =
  | { id: string; kind: 'webcrypto'; privateKey: CryptoKey }
  | { id: string; kind: 'webauthn'; credentialId: string }

const database = 'nani'
const table = 'device'
const onlyKey = 'this'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const withTable = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const opened = await settled(opening)
  try {
    return await settled(act(opened.transaction(table, mode).objectStore(table)))
  } finally {
    opened.close()
  }
}

export const readDevice = (): Promise<StoredDevice | undefined> =>
  withTable('readonly', (store) => store.get(onlyKey) as IDBRequest<StoredDevice | undefined>)

export const writeDevice = (device: StoredDevice): Promise<IDBValidKey> =>
  withTable('readwrite', (store) => store.put(device, onlyKey))

export const forgetDevice = (): Promise<undefined> =>
  withTable('readwrite', (store) => store.delete(onlyKey) as IDBRequest<undefined>)
