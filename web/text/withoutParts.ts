const NAMES: Record<string, string> = { contacts: 'tus contactos', settings: 'tus ajustes' }

/** Parts of a backup, by name: 'sin tus contactos ni tus ajustes'. */
export function withoutParts(missing: readonly string[]): string {
  return `sin ${missing.map((name) => NAMES[name] ?? 'una parte que no reconocemos').join(' ni ')}`
}
