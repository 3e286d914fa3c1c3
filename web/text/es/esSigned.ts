import type { BookTrouble } from '../../wallet/device/sealedBook.ts'
import { whyRefused } from './esRefusals.ts'

/** Words for signed requests and payments, which travel by link. */
export const esSigned = {
  share: {
    request: 'Tu solicitud por enlace',
    payment: 'Tu pago por enlace',
    code: 'Código QR del enlace',
    send: 'Compartir',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado. Pégalo donde quieras enviarlo.',
    failed: 'No se pudo copiar el enlace. Vuelve a intentarlo.',
    /** Text of a message: it shows nothing of the loan. */
    message: (link: string) => `EntrePares: ${link}`,
    until: 'Vale hasta',
    asks: 'Pides',
    back: (total: string, instalments: number, term: string) =>
      `Devuelves ${total} ${instalments === 1 ? `en ${term}` : `en ${instalments} cuotas, a lo largo de ${term}`}`,
    from: 'Puede prestarte',
    anyone: 'quien tenga el enlace',
    pays: 'Pagas',
    to: 'Solo puede cobrarlo',
    toAnyone: 'Quien tenga el enlace puede leer lo que pides y prestarte. Envíalo solo a quien conoces.',
    toOne: (lender: string) => `Quien tenga el enlace puede leer lo que pides. Solo ${lender} puede prestarte con él.`,
    begins:
      'Todavía no hay nada en la red. Cuando te presten, recibes el dinero y empiezas a deberlo, sin otra confirmación. Anularla antes cuesta una comisión en ETH.',
    ofPayment: (lender: string) =>
      `Envíaselo: nada se ha movido todavía, falta que ${lender} lo cobre. Si antes gastas esos dólares, no podrá cobrarlos.`,
    leave: 'Listo',
  },

  /** The list on the dashboard. */
  list: {
    title: 'Firmado y sin usar',
    mine: {
      request: (amount: string) => `Solicitud por enlace: pides ${amount}`,
      payment: (amount: string, lender: string) => `Pago firmado de ${amount}, falta que ${lender} lo cobre`,
    },
    forMe: {
      request: (amount: string, borrower: string) => `${borrower} te pide ${amount} por enlace`,
      payment: (amount: string, borrower: string) => `${borrower} firmó un pago de ${amount}`,
    },
    toAnyone: 'para quien tenga el enlace',
    to: (lender: string) => `para ${lender}`,
    of: (id: bigint) => `préstamo n.º ${id}`,
    until: (moment: string) => `Vale hasta el ${moment}`,
    stranger: 'No conoces a esta persona: mira bien quién es antes de prestarle.',
    underWay: { fundSigned: 'Préstamo en camino', repaySigned: 'Cobro en camino', voidSigned: 'Anulación en camino' },
    share: 'Compartir de nuevo',
    void: 'Anular',
    open: 'Ver',
    collect: (amount: string) => `Cobrar ${amount}`,
    remove: 'Quitar',
    /** The name of a button, which is the same in several rows. */
    action: (action: string, row: string) => `${action}: ${row}`,
    removed: 'Lo quitamos de la lista. Quien lo firmó no se entera, y su enlace sigue valiendo.',
    undo: 'Deshacer',
    more: (count: string) => `Ver ${count} más`,
  },

  /** On the card of a loan. */
  card: {
    borrowed: (amount: string, lender: string) => `Pago firmado de ${amount}: falta que ${lender} lo cobre`,
    voiding: (amount: string) => `Pago firmado de ${amount}: anulación en camino`,
    lent: (amount: string) => `Pago firmado de ${amount} por cobrar`,
    collect: 'Cobrar',
  },

  trouble: {
    damaged:
      'Lo que este dispositivo guardaba de tus enlaces firmados está dañado y no se puede leer. No se ha borrado nada, y los enlaces que enviaste siguen valiendo.',
    lost: 'Faltan los enlaces firmados que este dispositivo guardaba: tu navegador los borró. Los que enviaste siguen valiendo. Si tienes una copia cifrada, restáurala y vuelven; si no, pide que te los envíen otra vez.',
    newer:
      'Tus enlaces firmados se guardaron con una versión más nueva de EntrePares. Vuelve a cargar la página; mientras tanto no se cambian.',
    unread: 'Tu navegador no deja leer los enlaces firmados que se guardan aquí. Vuelve a cargar la página.',
  },
  goOn: { damaged: 'Apartarlos y empezar de nuevo', lost: 'Entendido' },
} as const

/** Why something that was signed could not be kept, so that its link is not shown. */
export function whyNotKept({ trouble }: Error & { trouble?: BookTrouble }): string {
  return trouble ? esSigned.trouble[trouble] : whyRefused({ name: 'NotKept', args: [] })
}
