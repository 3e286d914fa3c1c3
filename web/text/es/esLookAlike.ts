/** An address that could be taken for another one. `name`: of the one that it looks like, if I gave one. */
export const esLookAlike = {
  /** Below a person's name. */
  line: (name: string | undefined) => `¡Cuidado! Se parece a ${name ? `la de ${name}` : 'otra que conoces'}`,
  warning: (name: string | undefined) =>
    `¡Cuidado! Esta dirección empieza y termina como ${name ? `la de ${name}` : 'otra que conoces'}, pero no es la misma:`,
  advice: 'Así se cometen muchas estafas. Sigue solo si la comparaste entera con quien te la dio.',

  /** Where an address is not known, and not all of my transfers were read. */
  unknown: {
    failed:
      'La red no dio tus envíos anteriores: no sabemos si esta dirección imita a una a la que ya enviaste. Compárala entera.',
    part: 'La red solo dio tus envíos recientes: no sabemos si esta dirección imita a una a la que enviaste hace tiempo. Compárala entera.',
  },
  unknownInList:
    'La red no dio todos tus envíos anteriores: aquí puede haber, sin aviso, direcciones que imitan a una a la que enviaste.',
} as const
