import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { Part, Several } from './several.ts'

type Words = { title: (count: number) => string; done: (count: number, amount: string) => string }

const WORDS: Record<Part['kind'], Words> = {
  cancelOffer: {
    title: (count) => `Retirar ${count} ofertas`,
    done: (count, amount) => `Retiraste ${count} ofertas: recuperaste ${amount}.`,
  },
  cancelRequest: {
    title: (count) => `Retirar ${count} solicitudes`,
    done: (count, amount) => `Retiraste ${count} solicitudes: ya nadie puede prestarte esos ${amount}.`,
  },
  repaySigned: {
    title: (count) => `Cobrar ${count} pagos firmados`,
    done: (count, amount) => `Cobraste ${count} pagos firmados: ${amount}.`,
  },
}

export const several: CommandWords<Several> = {
  title: ({ parts }) => WORDS[parts[0].kind].title(parts.length),
  done: ({ parts }) => WORDS[parts[0].kind].done(parts.length, money(parts.reduce((sum, part) => sum + amountOf(part), 0n))),
  // Each loan's card has the chip of its own part.
  onCard: NO_CHIP,
}

function amountOf(part: Part) {
  switch (part.kind) {
    case 'cancelOffer':
      return part.offer.principal
    case 'cancelRequest':
      return part.request.principal
    case 'repaySigned':
      return part.payment.amount
  }
}
