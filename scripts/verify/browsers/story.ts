// A wallet and two loans, in the order in which a person meets them. Each step says what it proves.
import type { LocalAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { people } from '../../../devchain/people.ts'
import type { Chain } from '../../../devchain/start.ts'
import { createChainClient } from '../../../devchain/testClient.ts'
import type { Host } from '../../../e2e/support/host.ts'
import { fund } from '../../../e2e/support/money.ts'
import type { Node } from '../../../e2e/support/node.ts'
import { deploymentOf, loanOf, publish, take } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../../web/chain/abi.ts'
import { DOLLAR } from '../../../web/loans/loan.ts'
import type { Steps } from '../matrix.ts'
import { type Driver, handsOn, type Step } from './engine.ts'

export type World = { chain: Chain; node: Node; host: Host }

const { luis } = people
const PIN = '482915'
const PASSWORD = 'queso martes lluvia 7'
const MINE = 'Para el taller'
const THEIRS = 'Para la bicicleta'

/** WebKit also says that it does not know `manifest-src`: not to the page, and so not here. */
const HARMLESS = [
  { what: /^error ResizeObserver loop completed with undelivered notifications\.$/, why: 'they come with the next frame' },
  { what: /^error <link rel="modulepreload"[^>]*\/assets\/index-[^>]*>$/, why: 'Firefox, of the entry, which is loaded already' },
]

const button = (name: string): Step => ({ role: 'button', name })
const region = (name: string): Step => ({ role: 'region', name })
const card = (text: string): Step => ({ role: 'card', text })

/** In the order in which they follow from each other. */
export function storyIn(driver: Driver, { chain, node, host }: World): Steps {
  const { press, fill, keys, see, notSee, call, until } = handsOn(driver)
  const world = { chain, client: createChainClient(chain.transport) }
  let me: LocalAccount | undefined
  let lent = 0n
  let borrowed = 0n

  const enter = async () => {
    await see({ role: 'heading', name: 'Acceso seguro' })
    await press({ role: 'textbox', name: 'Dígito 1 de 6' })
    await keys(...PIN)
    await fill(PASSWORD, { role: 'textbox', name: 'Contraseña' })
    await press(button('Acceder'))
  }

  return {
    'access: PIN, phrase, quiz': async () => {
      await driver.goto(`${host.url}/login`)
      await enter()
      await press(button('Mostrar palabras'))
      const phrase = await until<string>('the phrase', 'phrase()')
      await press({ role: 'checkbox', name: 'Confirmo que he guardado mi frase semilla en un lugar seguro' })
      await press(button('Continuar'))
      await see({ role: 'heading', name: 'Confirmar frase semilla' })
      for (const name of await call<string[]>('questions()')) {
        const word = phrase.split(' ')[Number(/\d+/.exec(name)?.[0]) - 1] ?? ''
        await press({ role: 'question', name }, { role: 'radio', name: word })
      }
      await press(button('Confirmar'))
      await see(button('Bloquear'))
      me = mnemonicToAccount(phrase)
    },

    'publish an offer': async () => {
      if (!me) throw new Error('There is no wallet.')
      await world.client.setBalance({ address: me.address, value: 10n ** 18n })
      await fund(world, me.address, 1_000)
      lent = await nextId()
      const form = region('Publicar préstamo')
      await fill('300', form, { role: 'textbox', name: '/^Monto \\(USD\\)/' })
      await fill('10', form, { role: 'textbox', name: '/^Interés \\(APR %\\)/' })
      await fill(MINE, form, { role: 'textbox', name: '/^Nota/' })
      await see({ ...form, text: 'Comisión de red (máx.): ≈' })
      await press(form, button('Publicar'))
      await see({ role: 'page', text: 'Oferta publicada' })
      const sharing: Step = { role: 'dialog', name: 'Compartir tu oferta' }
      await press(sharing, button('Cerrar'))
      await notSee(sharing)
    },

    'another person takes it': async () => {
      await take(world, luis, lent)
      await see(region('Mis Deudores'), card(MINE))
    },

    'take an offer': async () => {
      borrowed = await publish(world, luis, { principal: 120n * DOLLAR, note: THEIRS })
      await press(region('Marketplace de Préstamos'), card(THEIRS), button('/^Solicitar/'))
      const dialog: Step = { role: 'dialog', name: 'Solicitar préstamo' }
      await see({ ...dialog, text: '≈ $' })
      await press(dialog, button('Aceptar préstamo'))
      await notSee(dialog)
      await see(region('Mis Deudas'), card(THEIRS))
    },

    pay: async () => {
      await press(region('Mis Deudas'), card(THEIRS), button('/^Pagar ahora/'))
      const dialog: Step = { role: 'dialog', name: 'Pagar préstamo' }
      await fill('20', dialog, { role: 'textbox', name: '/^Monto/' })
      await press(dialog, button('/^Pagar \\$/'))
      await notSee(dialog)
      await see(region('Mis Deudas'), { ...card(THEIRS), text: 'Pagado: $ 20.00' })
      const { repaid } = await loanOf(world, borrowed)
      if (repaid !== 20n * DOLLAR) throw new Error(`The contract has ${repaid} as repaid.`)
    },

    'print a contract': async () => {
      await press(region('Mis Deudores'), card(MINE), button('/^Ver contrato/'))
      const dialog: Step = { role: 'dialog', name: 'Contrato de préstamo entre pares' }
      await see({ ...dialog, text: MINE })
      const paper = await driver.print?.()
      if (paper && !(paper.length > 5_000 && paper.subarray(0, 5).toString() === '%PDF-')) throw new Error('That is no PDF.')
      await call('countPrints()')
      await press(dialog, button('Imprimir o guardar PDF'))
      await until('window.print was called', 'isPrinted()')
      await press(dialog, button('Volver'))
      await notSee(dialog)
      return paper ? `ok, PDF of ${Math.round(paper.length / 1000)} kB` : 'asked for'
    },

    lock: async () => {
      await press(button('Bloquear'))
      await see({ role: 'heading', name: 'Acceso seguro' })
    },

    unlock: async () => {
      await enter()
      await see(button('Bloquear'))
      await see(region('Mis Deudas'), card(THEIRS))
    },

    'empty console': async () => {
      const said = await call<string[]>('complaints()')
      const complaints = said.filter((text) => !HARMLESS.some(({ what }) => what.test(text)))
      if (complaints.length > 0) throw new Error(complaints.join('\n'))
    },

    // Last: a page without a network does complain.
    'reload and unlock offline': async () => {
      await until('the service worker', 'isKept()')
      await host.goAway()
      await node.goAway()
      await driver.goto(`${host.url}/login`)
      await enter()
      await see(button('Bloquear'))
    },
  }

  function nextId(): Promise<bigint> {
    const { loanBook: address } = deploymentOf(world)
    return readContract(world.client, { address, abi: loanBookAbi, functionName: 'nextId' })
  }
}
