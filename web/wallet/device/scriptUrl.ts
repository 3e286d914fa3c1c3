import { pathOf } from '../../routes.ts'
import vaultWorker from '../vault/vaultWorker.ts?worker&url'
import { SERVICE_WORKER } from './serviceWorkerPath.ts'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

const serviceWorker = pathOf(SERVICE_WORKER)
const OURS = [vaultWorker, serviceWorker]

/** Memoised: the Content Security Policy allows one Trusted Types policy of this name, and createPolicy throws the second time. */
let policy: ScriptUrlPolicy | undefined

export const vaultWorkerUrl = () => trusted(vaultWorker)
export const serviceWorkerUrl = () => trusted(serviceWorker)

/** As a TrustedScriptURL, or as a string in browsers without Trusted Types. */
function trusted(url: string): string {
  policy ??= createPolicy()
  return policy?.createScriptURL(url) ?? url
}

function createPolicy(): ScriptUrlPolicy | undefined {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy('entrepares', {
    createScriptURL: (wanted) => {
      if (!OURS.includes(wanted)) throw new TypeError(`Not a script of ours: ${wanted}`)
      return wanted
    },
  })
}
