import { expect, test } from 'vitest'
import type { Progress } from '../../chain/outbox/outbox.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { everyRefusal } from '../../text/refusals.testing.ts'
import { draftMistake } from './draftMistake.ts'
import { notSignedMessage, publishMessages } from './publishStatus.ts'

test.each([
  [{ field: 'amount', problem: { kind: 'invalid' } }, 'Ingrese un monto válido.'],
  [{ field: 'amount', problem: { kind: 'ambiguous' } }, 'Ingrese un monto válido. Escribe los miles sin punto ni coma.'],
  [{ field: 'amount', problem: { kind: 'too-precise', decimals: 6 } }, 'Ingrese un monto válido. Usa 6 decimales como máximo.'],
  [
    { field: 'amount', problem: { kind: 'too-large', max: 2n ** 64n - 1n } },
    'Ingrese un monto válido. El máximo es $ 18,446,744,073,709.55.',
  ],
  [{ field: 'apr', problem: { kind: 'invalid' } }, 'Ingrese un interés válido.'],
  [{ field: 'apr', problem: { kind: 'too-large', max: 65_535n } }, 'Ingrese un interés válido. El máximo es 655.35 %.'],
  [{ field: 'days' }, 'Seleccione un plazo.'],
  [{ field: 'to', problem: 'invalid' }, 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
  [{ field: 'instalments', problem: 'unknown' }, 'Selecciona cuántas cuotas.'],
  [{ field: 'instalments', problem: 'tooSmall' }, 'Cada cuota sería de menos de un centavo. Elige menos cuotas.'],
  [{ field: 'openDays' }, 'Selecciona hasta cuándo es válida.'],
] as const)('P3–P5 %o reads %s', (mistake, text) => {
  expect(draftMistake(mistake)).toBe(text)
})

const done = { at: 'done', hash: '0x', block: 1n } as const

/** Every state that a publication can be in. */
const everyProgress: Progress[] = [
  { at: 'idle' },
  { at: 'preparing' },
  { at: 'kept', waited: 0 },
  { at: 'sent', waited: 0 },
  { at: 'mined', depth: 1, of: 3, block: 1n },
  { at: 'displaced', since: 1n },
  { ...done, outcome: { kind: 'confirmed' } },
  { ...done, outcome: { kind: 'annulled' } },
  { ...done, outcome: { kind: 'replaced' } },
  ...everyRefusal.flatMap((refusal): Progress[] => [
    { at: 'refused', refusal },
    { at: 'kept', waited: 9, problem: refusal },
    { at: 'sent', waited: 9, problem: refusal },
    { ...done, outcome: { kind: 'reverted', refusal } },
  ]),
]

const everyMessage = (['offer', 'request'] as const).flatMap((kind) =>
  everyProgress.flatMap((progress) => publishMessages(kind, progress)),
)

test('P2 every status message is green where it contains "publicada" and amber elsewhere', () => {
  const messages = everyMessage
  for (const { text, severity } of messages) {
    expect(text.includes('publicada') ? ['success'] : ['warning', 'waiting'], text).toContain(severity)
  }
  expect(messages.filter(({ severity }) => severity === 'success')).toHaveLength(2)
})

test('a failure, and nothing else, is announced at once', () => {
  for (const { text, role } of everyMessage) {
    expect(role, text).toBe(text.startsWith('Transaccion erronea ') ? 'alert' : 'status')
  }
})

test('what was not signed for a link is told at once, in amber, and not as a transaction', () => {
  for (const refusal of everyRefusal) {
    const { text, severity, role } = notSignedMessage(whyRefused(refusal))
    expect([severity, role]).toEqual(['warning', 'alert'])
    expect(text).not.toMatch(/publicada|^Transaccion/)
  }
})

test.each<[Progress, messages: string[]]>([
  [{ at: 'idle' }, []],
  [{ at: 'preparing' }, []],
  [{ at: 'kept', waited: 0 }, ['Firmada y guardada aquí. Aún no hay respuesta de la red; la enviaremos en cuanto responda.']],
  [{ at: 'sent', waited: 0 }, ['TX enviada']],
  [{ at: 'refused', refusal: { name: 'FeeRose', args: [300_000_000_000_000n] } }, []],
  [{ at: 'mined', depth: 1, of: 3, block: 1n }, ['TX enviada']],
  [{ at: 'done', outcome: { kind: 'confirmed' }, hash: '0x', block: 1n }, ['TX enviada', 'TX confirmada', 'Oferta publicada']],
  [
    { at: 'refused', refusal: { name: 'WrongChain', args: [] } },
    ['Transaccion erronea El nodo no es de la red esperada. No se ha firmado nada.'],
  ],
  [
    { at: 'done', outcome: { kind: 'reverted', refusal: { name: 'PermitLapsed', args: [] } }, hash: '0x', block: 1n },
    [
      'TX enviada',
      'Transaccion erronea La autorización para mover tus dólares caducó antes de usarse. Hay que firmarla de nuevo. Tus dólares no se movieron, pero la comisión de la red se pagó.',
    ],
  ],
  [
    { at: 'done', outcome: { kind: 'replaced' }, hash: '0x', block: 1n },
    [
      'TX enviada',
      'Transaccion erronea Otra operación de tu cuenta ocupó su lugar, o la red perdió su rastro. Comprueba tu saldo y tus préstamos antes de repetirla.',
    ],
  ],
])('P6 P7 %o is told as %o', (progress, messages) => {
  expect(publishMessages('offer', progress).map(({ text }) => text)).toEqual(messages)
  const asked = messages.map((text) => text.replace('Oferta publicada', 'Solicitud publicada'))
  expect(publishMessages('request', progress).map(({ text }) => text)).toEqual(asked)
})
