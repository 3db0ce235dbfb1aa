/** base64url without padding, the form of every binary value of the API but images. */
export const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

/** In pieces, because an image has more bytes than a function takes arguments. */
export const toBase64 = (bytes: ArrayBuffer | Uint8Array): string => {
  const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  let text = ''
  for (let at = 0; at < all.length; at += 8192) text += String.fromCharCode(...all.subarray(at, at + 8192))
  return btoa(text)
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
