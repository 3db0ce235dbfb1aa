/** The key of this device. A WebCrypto key stays a handle: no script can read its private part. */
export type StoredDevice =
  | { id: string; kind: 'webcrypto'; privateKey: CryptoKey }
  | { id: string; kind: 'webauthn'; credentialId: string }

const database = 'nani'
const table = 'device'
const onlyKey = 'this'

/** A success of the request is not enough: the browser can still end the transaction, for example when the page closes. */
const completed = <T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })

const withTable = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const opened = await openDatabase()
  try {
    const transaction = opened.transaction(table, mode)
    return await completed(transaction, act(transaction.objectStore(table)))
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
