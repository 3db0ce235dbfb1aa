import { type NoteKey, readVerifierKey } from '@nani/engines/transparency-log/index.ts'
import { invalidSetting } from '@nani/foundation/core/index.ts'

/** A witness of the log: the key that it cosigns with, and where it is asked. */
export type Witness = { key: NoteKey; url: string }

/** The witnesses of NANI_WITNESSES. */
export const readWitnesses = (text: string): Witness[] => {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  const witnesses = parts.map((part) => {
    const [keyText = '', url = '', ...rest] = part.trim().split(/\s+/)
    try {
      const key = readVerifierKey(keyText)
      const { protocol } = new URL(url)
      if (rest.length > 0 || key.type !== 'cosignature' || !/^https?:$/.test(protocol)) throw new Error()
      return { key, url: url.replace(/\/$/, '') }
    } catch {
      throw invalidSetting(
        'NANI_WITNESSES must have the key and the address of each witness, such as: witness.example+1a2b3c4d+BA…= https://witness.example',
      )
    }
  })
  if (new Set(witnesses.map(({ key }) => key.name)).size < witnesses.length)
    throw invalidSetting('NANI_WITNESSES names a witness twice.')
  return witnesses
}
