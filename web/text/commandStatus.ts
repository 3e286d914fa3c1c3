import type { Outcome, Progress, Stage } from '../chain/send/outbox.ts'
import type { Command } from '../commands/command.ts'
import type { Dollars, Wei } from '../loans/units.ts'
import { esCommands } from './es/esCommands.ts'
import { whyRefused } from './es/esRefusals.ts'
import { date, ether, exactMoney, money, moneyOwed } from './format.ts'
import { whyNotDone } from './publishStatus.ts'
import { shortAddress } from './shortHex.ts'
import type { StatusMessage } from './statusMessage.ts'

/** What somebody is called: by my own name for them, where I gave one. */
type Naming = (person: string) => string

/** A command as the title of its row or notice. */
export function titleOf(command: Command, nameOf: Naming = shortAddress): string {
  switch (command.kind) {
    case 'createOffer':
      return `Publicar oferta de ${money(command.offer.principal)}`
    case 'acceptOffer':
      return `Tomar préstamo de ${money(command.offer.principal)}`
    case 'cancelOffer':
      return `Cancelar oferta de ${money(command.offer.principal)}`
    case 'createRequest':
      return `Pedir ${money(command.request.principal)}`
    case 'cancelRequest':
      return `Retirar la solicitud de ${money(command.request.principal)}`
    case 'fundRequest':
      return `Prestar ${money(command.request.principal)} a quien los pide`
    case 'recordPayment':
      return `Anotar un pago recibido de ${moneyOwed(command.amount)} del préstamo n.º ${command.loan.id}`
    case 'extend':
      return `Dar más tiempo al préstamo n.º ${command.loan.id}`
    case 'forgive':
      return `Perdonar lo que falta del préstamo n.º ${command.loan.id}`
    case 'repay':
      return `Pagar ${moneyOwed(command.amount)} del préstamo n.º ${command.loan.id}`
    case 'withdraw':
      return `Retirar ${money(command.amount)}`
    case 'sendEther':
    case 'sendDollars':
      return `Enviar ${amountSent(command)} a ${nameOf(command.to)}`
    case 'faucet':
      return 'Pedir dólares de prueba'
    case 'annul':
      return 'Anular una operación hecha fuera de aquí'
  }
}

/** The notice for a command that is final. */
export function outcomeNotice(command: Command, outcome: Outcome, nameOf: Naming = shortAddress): string {
  if (outcome.kind === 'annulled') return `Anulaste: ${titleOf(command, nameOf)}. Solo se pagó la comisión de la red.`
  if (outcome.kind !== 'confirmed') return `${titleOf(command, nameOf)}. ${esCommands.failed} ${whyNotDone(outcome)}`
  switch (command.kind) {
    case 'createOffer':
      return `Oferta publicada: prestas ${money(command.offer.principal)}.`
    case 'acceptOffer':
      return `Préstamo aceptado: recibiste ${money(command.offer.principal)}.`
    case 'cancelOffer':
      return `Oferta cancelada: recuperaste ${money(command.offer.principal)}.`
    case 'createRequest':
      return `Solicitud publicada: pides ${money(command.request.principal)}.`
    case 'cancelRequest':
      return `Solicitud retirada: ya nadie puede prestarte esos ${money(command.request.principal)}.`
    case 'fundRequest':
      return `Préstamo hecho: prestaste ${money(command.request.principal)}.`
    case 'recordPayment':
      return `Anotaste un pago recibido de ${moneyOwed(outcome.paid ?? command.amount)} del préstamo n.º ${command.loan.id}.`
    case 'extend':
      return `Diste más tiempo: el préstamo n.º ${command.loan.id} vence ahora el ${date(command.loan.dueAt + command.extraTime)}.`
    case 'forgive':
      return `Perdonaste lo que faltaba del préstamo n.º ${command.loan.id}. Ya no se debe nada.`
    case 'repay':
      return paymentNotice(command, outcome.paid ?? command.amount)
    case 'withdraw':
      return `Retiraste ${money(outcome.paid ?? command.amount)} a tu billetera.`
    case 'sendEther':
    case 'sendDollars':
      return `Enviaste ${amountSent(command)} a ${nameOf(command.to)}.`
    case 'faucet':
      return 'Recibiste dólares de prueba.'
    case 'annul':
      return 'Anulaste la operación hecha fuera de aquí. Ya puedes enviar otras.'
  }
}

/** Dollars exactly; ether as it can be read. */
export function amountSent({
  kind,
  amount,
}: { kind: 'sendEther'; amount: Wei } | { kind: 'sendDollars'; amount: Dollars }): string {
  return kind === 'sendEther' ? ether(amount) : exactMoney(amount)
}

function paymentNotice({ amount, loan }: Extract<Command, { kind: 'repay' }>, paid: Dollars): string {
  const notice = `Pagaste ${moneyOwed(paid)} del préstamo n.º ${loan.id}.`
  return paid < amount ? `${notice} ${esCommands.repay.lessOwed}` : notice
}

/** The status of a command in its dialog: every message so far, in the order in which they are shown. */
export function commandMessages(progress: Progress): readonly StatusMessage[] {
  switch (progress.at) {
    case 'idle':
    case 'refused':
      return []
    case 'preparing':
      return [waiting(esCommands.preparing)]
    case 'kept':
      return [waiting(progress.problem ? whyRefused(progress.problem) : esCommands.kept)]
    case 'sent':
      return [waiting(progress.problem ? `${esCommands.sent}. ${whyRefused(progress.problem)}` : esCommands.sent)]
    case 'mined':
    case 'displaced':
      return [waiting(esCommands.sent)]
    case 'done':
      return progress.outcome.kind === 'confirmed' ? [waiting(esCommands.sent), CONFIRMED] : []
  }
}

const CONFIRMED: StatusMessage = { text: esCommands.confirmed, severity: 'success', role: 'status' }

function waiting(text: string): StatusMessage {
  return { text, severity: 'waiting', role: 'status' }
}

/** Why a command came to nothing, if it did. */
export function commandFailure(progress: Progress): string | undefined {
  if (progress.at === 'refused') return whyRefused(progress.refusal)
  if (progress.at === 'done' && progress.outcome.kind !== 'confirmed') return whyNotDone(progress.outcome)
  return undefined
}

/** The stage of a pending command, in one line. */
export function stageLine(stage: Exclude<Stage, { at: 'done' }>, isAnnulling: boolean): string {
  switch (stage.at) {
    case 'kept':
      return stage.problem ? whyRefused(stage.problem) : esCommands.kept
    case 'sent':
      if (stage.problem) return whyRefused(stage.problem)
      return isAnnulling ? esCommands.pending.annulling : esCommands.pending.waiting
    case 'mined':
      return esCommands.pending.mined(stage.depth, stage.of)
    case 'displaced':
      return esCommands.pending.displaced
  }
}
