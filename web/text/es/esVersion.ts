/** The notice that there is a newer version. */
export const esVersion = {
  title: 'Versión nueva',
  body: 'Hay una versión nueva de EntrePares.',
  openWallet: 'Al actualizar tendrás que volver a entrar.',
  update: 'Actualizar',
  updating: 'Actualizando…',
  later: 'Ahora no',
  draft: 'Si actualizas ahora, se pierde lo que has escrito y no has guardado.',
  anyway: 'Actualizar igualmente',
} as const
