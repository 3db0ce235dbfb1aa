import type { Page } from 'playwright-core'
import type { ContractServer } from './contract-server.ts'
import type { Scene } from './scene.ts'
import { answersOf } from './scenes.ts'

/** Stores or removes the key of a device, as an enrolment would. Runs in the page. */
const setDevice = `async (isRegistered) => {
  const opening = indexedDB.open('nani', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('device')
  const database = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const transaction = database.transaction('device', 'readwrite')
  const store = transaction.objectStore('device')
  if (isRegistered) store.put({ id: 'dev_1', kind: 'webcrypto', privateKey }, 'this')
  else store.delete('this')
  // The next page would not find a key whose transaction is open: leaving a page can end it.
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  database.close()
}`

/** Brings a page into a scene. The page may come from any other one. */
export const openScene = async (page: Page, server: ContractServer, scene: Scene): Promise<void> => {
  server.setAnswers({})
  // A file of the origin that runs no script of the app.
  await page.goto(`${server.origin}/icon.svg`)
  await page.evaluate(`(${setDevice})(${scene.isNew !== true})`)
  // Else the enrolment of an earlier scene goes on.
  await page.evaluate('sessionStorage.clear()')
  server.setAnswers(answersOf(scene))
  await page.goto(`${server.origin}/${scene.file ?? `#/${scene.path ?? ''}`}`)
  await page.waitForSelector('h1')
  await scene.act?.(page)
  await page.waitForSelector(scene.shows)
}
