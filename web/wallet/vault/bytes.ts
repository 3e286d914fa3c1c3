export type Bytes = Uint8Array<ArrayBuffer>

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Throws on invalid base64url. */
export function fromBase64Url(text: string): Bytes {
  if (!/^[\w-]*$/.test(text)) throw new TypeError('Not base64url')
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}
