import { expect, test } from 'vitest'
import { draftMistake } from './draftMistake.ts'
import { publishStatus } from './publishStatus.ts'

test.each([
  [{ field: 'amount', problem: { kind: 'invalid' } }, 'Ingrese un monto válido.'],
  [{ field: 'amount', problem: { kind: 'ambiguous' } }, 'Ingrese un monto válido. Escribe los miles sin coma.'],
  [{ field: 'amount', problem: { kind: 'too-precise', decimals: 6 } }, 'Ingrese un monto válido. Usa 6 decimales como máximo.'],
  [
    { field: 'amount', problem: { kind: 'too-large', max: 2n ** 64n - 1n } },
    'Ingrese un monto válido. El máximo es $ 18,446,744,073,709.55.',
  ],
  [{ field: 'apr', problem: { kind: 'invalid' } }, 'Ingrese un interés válido.'],
  [{ field: 'apr', problem: { kind: 'too-large', max: 65_535n } }, 'Ingrese un interés válido. El máximo es 655.35 %.'],
  [{ field: 'days' }, 'Seleccione un plazo.'],
  [{ field: 'to', problem: 'invalid' }, 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
] as const)('P3–P5 %o reads %s', (mistake, text) => {
  expect(draftMistake(mistake)).toBe(text)
})

test('P2 the status is green when it contains "publicada", otherwise amber; a failure is read out at once', () => {
  expect(publishStatus('Oferta publicada')).toEqual({ severity: 'success', role: 'status' })
  expect(publishStatus('TX enviada')).toEqual({ severity: 'warning', role: 'status' })
  expect(publishStatus('Transaccion erronea No hay contrato.')).toEqual({ severity: 'warning', role: 'alert' })
})
