import type { Refusal, RefusalName } from '../../chain/send/refusal.ts'
import { giverOf } from '../../chains.ts'
import { MAX_FEE } from '../../loans/feeLimit.ts'
import { STATUSES } from '../../loans/loan.ts'
import { feeWords } from '../fee.ts'
import { exactEther, money, time } from '../format.ts'

type Sentence = string | ((args: readonly unknown[]) => string)

/**
 * Every refusal as a sentence. None contains 'publicada', which means success above the publish form. Those that the contract
 * may give say nothing of money: before sending nothing moved, but a transaction that reverts has paid its fee.
 */
const sentences = {
  AddressedToAnother: 'Es solo para otra dirección.',
  AddressedToSelf: 'No puede ser para ti. Escribe otra dirección o déjala en blanco.',
  AllowanceOverflow: 'El permiso para mover dólares es demasiado grande.',
  AllowanceUnderflow: 'El permiso para mover dólares no puede bajar más.',
  AlreadyMined: 'Ya está en un bloque. Espera a que se confirme.',
  AmountAboveDebt: 'El monto es mayor que una de las deudas.',
  AuthorizationExpired: 'El pago firmado ya caducó. Hay que firmarlo de nuevo.',
  AuthorizationNotYetValid: 'El pago firmado todavía no vale.',
  AuthorizationSpent: 'Ese pago firmado ya se cobró.',
  Busy: 'Tienes otra operación en camino. Espera a que termine; si tarda, podrás anularla.',
  BusyElsewhere: 'Tu cuenta tiene una operación en camino que no salió de aquí. Espera a que termine o anúlala en el panel.',
  CallerIsNotThePayee: 'El pago se firmó para otra cuenta.',
  ClockOff: 'El reloj de este dispositivo está atrasado respecto al de la red. Ponlo en hora; no se ha firmado nada.',
  DeploymentFailed: 'La nota no se pudo guardar en la red. Prueba con una más corta.',
  DrawTooSoon: ([next]) => `Ya pediste dólares hace poco. Podrás volver a pedirlos ${time(Number(next))}.`,
  Expired: 'Ya pasó el plazo para tomarla.',
  FalseToken:
    'El nodo dice que los dólares de este contrato son otros, y no puede ser. No se ha firmado nada; prueba con otro nodo.',
  FeeRose: ([fee]) => `La comisión de la red subió: ahora es de hasta ${feeWords(BigInt(String(fee)))}. No se ha enviado nada.`,
  FeeTooHigh: `La red pide más de ${exactEther(MAX_FEE)} de comisión, lo máximo que esta app paga. No se ha enviado nada.`,
  IndexOutOfRange: 'Se pidió algo que no está en la lista. Vuelve a cargar la página.',
  InsufficientAllowance: 'El contrato no tiene permiso para mover esos dólares. Vuelve a intentarlo.',
  InsufficientBalance: 'No tienes suficientes dólares de prueba.',
  InvalidAuthorization: 'La firma del pago no es de quien paga, o algo cambió después de firmarlo.',
  InvalidPermit: 'La autorización para mover tus dólares no vale. Vuelve a intentarlo.',
  InvalidSignature: 'La firma de la solicitud no es de quien la hace, o algo cambió después de firmarla.',
  LoanChanged: 'La red cambió y el préstamo con ese número ya no es el que viste, así que no se envía.',
  LoanNotActive: ([, status]) =>
    isNow(status, 'repaid')
      ? 'Este préstamo ya está pagado.'
      : isNow(status, 'forgiven')
        ? 'Este préstamo fue perdonado: ya no se debe nada.'
        : 'Este préstamo no está activo.',
  NoContract: 'No hay un contrato de préstamos en esta red.',
  NoDollars: ([have, want]) =>
    `Tienes ${money(BigInt(String(have)))} y hacen falta ${money(BigInt(String(want)))}. Baja el monto u obtén fondos de prueba.`,
  NoEther: ([have, want]) =>
    `Con la comisión de la red hacen falta ${exactEther(BigInt(String(want)))} y tienes ${exactEther(BigInt(String(have)))}. Baja el monto o usa «Máximo».`,
  NoEtherForFee: 'No tienes ETH suficiente para la comisión de la red. Obtén fondos de prueba.',
  NoFaucet: ([token]) => noFaucet(giverOf(String(token))),
  NoNetwork: 'La red no responde. No se ha enviado nada; vuelve a intentarlo.',
  NodesDisagree: (hosts) =>
    `Los nodos de la red dan datos distintos de esta operación${hosts.length > 0 ? ` (${hosts.join(', ')})` : ''}. No se ha firmado nada. Vuelve a intentarlo en unos minutos.`,
  NonceGap: 'Delante de ella falta otra operación de tu cuenta, que la red no tiene, y así no puede hacerse.',
  NoPaymentsByLink: 'Estos dólares no se pueden pagar por enlace. Paga con una comisión en ether.',
  NotKept: 'No se pudo guardar en este dispositivo y por eso no se ha enviado nada. Libera espacio y vuelve a intentarlo.',
  NotACircle: 'Estas deudas no forman un círculo.',
  NotYourDebt: 'Esa deuda no es tuya: es el préstamo de otra persona. No se ha firmado nada.',
  NotYours: 'Solo puede hacerlo quien presta o, si es una solicitud, quien la hizo.',
  NotTaken: 'Un nodo no la aceptó. Seguimos intentándolo; todavía puede hacerse.',
  NothingToExtend: 'Este préstamo ya vence ese día o más tarde.',
  NothingToPay: 'Escribe cuánto quieres pagar.',
  NothingToWithdraw: 'No tienes nada por retirar.',
  NumberSpent: 'Lo que se firmó con ese número ya se usó o se anuló.',
  OfferNotOpen: ([, status]) =>
    isNow(status, 'cancelled')
      ? 'Esa oferta ya se canceló.'
      : isNow(status, undefined)
        ? 'Esa oferta no existe.'
        : isNow(status, 'requested')
          ? 'Es una solicitud, no una oferta.'
          : 'Otra persona la tomó antes.',
  OutboxDamaged:
    'No se pudo leer lo que este dispositivo guardó de tus operaciones, y por eso no se ha enviado nada. Lee el aviso del panel.',
  OutboxLost: 'Falta lo que este dispositivo guardó de tus operaciones, y por eso no se ha enviado nada. Lee el aviso del panel.',
  OutboxNewer: 'Tus operaciones se guardaron con una versión más nueva. No se ha enviado nada; vuelve a cargar la página.',
  OutboxUnreadable: 'Tu navegador no deja leer las operaciones guardadas aquí. No se ha enviado nada; vuelve a intentarlo.',
  OtherBook: 'La firmaste para otro contrato, que esta página ya no usa, así que no se envía. Anúlala o fírmala de nuevo.',
  OutOfRange: 'Un dato no cabe en el contrato. Revisa el monto, el plazo, el interés y la nota.',
  Overflow: 'Un número es demasiado grande para el contrato.',
  OwnLoan: 'Es tuyo: no puedes tomarlo ni pagarlo. Lo que te pagaron fuera de aquí se anota con «Anotar un pago recibido».',
  PaidAtOutOfRange: 'Solo se anota un pago de un día entre el comienzo del préstamo y hoy. Anótalo otra vez con su día.',
  Panic: 'El contrato falló por dentro.',
  Permit2AllowanceIsFixedAtInfinity: 'Ese permiso no se puede cambiar.',
  PermitExpired: 'La autorización para mover tus dólares caducó. Vuelve a intentarlo.',
  PermitLapsed: 'La autorización para mover tus dólares caducó antes de usarse. Hay que firmarla de nuevo.',
  Reentrancy: 'El contrato rechazó una llamada dentro de otra.',
  RecipientRefuses: 'Esa dirección es de un contrato que no acepta ETH.',
  RefusedByNode: 'El nodo no aceptó la operación. No se ha enviado nada.',
  Reverted: 'El contrato la rechazó sin decir por qué.',
  RequestNotOpen: ([, status]) =>
    isNow(status, 'cancelled')
      ? 'Esa solicitud ya se retiró.'
      : isNow(status, undefined)
        ? 'Esa solicitud no existe.'
        : isNow(status, 'open')
          ? 'Es una oferta, no una solicitud.'
          : 'Otra persona prestó antes.',
  SignatureExpired: 'La solicitud firmada ya caducó. Hay que firmarla de nuevo.',
  SignedOtherwise: 'Lo firmado no coincide con lo que pediste. No se ha enviado nada.',
  TermsChanged: 'El préstamo con ese número ya no está como lo viste: cambiaron las personas, las condiciones o lo pagado.',
  ToBook: 'Esa es la dirección del contrato de préstamos: lo que se envía ahí se pierde. Un préstamo se paga con «Pagar ahora».',
  ToMyself: 'Esa es tu propia dirección. Escribe la de quien lo recibirá.',
  ToNobody: 'Esa dirección no es de nadie: lo que se envía ahí se pierde.',
  ToToken: 'Esa es la dirección del dólar de prueba, no la de una persona: lo que se envía ahí se pierde.',
  TooOld:
    'La firmaste hace más de una hora, o ya parecía terminada sin efecto, y la red no la conoce: no se envía sin que lo confirmes.',
  TokenKeptAFee: 'El dólar de esta red cobra por moverse, y el contrato no lo admite.',
  TokenWithoutCode: 'El dólar de este contrato no existe en esta red.',
  TotalSupplyOverflow: 'Ya no se pueden crear más dólares de prueba.',
  TransferFailed: 'Los dólares no se pudieron entregar.',
  TransferFromFailed: 'No se pudieron tomar los dólares de tu cuenta. Comprueba tu saldo y vuelve a intentarlo.',
  UnknownDomain: 'El dólar de este contrato pide una autorización que esta billetera no sabe firmar. No se ha firmado nada.',
  Unexpected: 'Algo falló en esta página, o un nodo dio una respuesta sin sentido. No se ha enviado nada.',
  WithdrawnToNobody: 'En esa dirección el dinero no sería de nadie. Escribe otra.',
  WrongDecimals: 'El dólar de este contrato no tiene seis decimales.',
  WrongChain: 'El nodo no es de la red esperada. No se ha firmado nada.',
} as const satisfies Record<RefusalName, Sentence>

/** Where test dollars come from that are not asked for here; `giver`: who gives them on a page, if anyone is known. */
export function noFaucet(giver: readonly [string, string] | undefined): string {
  if (!giver) return 'Estos dólares no se piden aquí. Pídelos a quien los emite.'
  const [name, url] = giver
  return `Estos dólares no se piden aquí: ${name} los da gratis, para pruebas, en ${new URL(url).host}.`
}

/** Whether the contract's number stands for that status; undefined: for no loan at all. */
function isNow(number: unknown, status: (typeof STATUSES)[number]): boolean {
  return number === STATUSES.indexOf(status)
}

export function whyRefused({ name, args }: Refusal): string {
  const sentence: Sentence = sentences[name]
  if (typeof sentence === 'string') return sentence
  try {
    return sentence(args)
  } catch {
    // A node can forge a refusal with a number that no date or amount can have.
    return sentences.Reverted
  }
}
