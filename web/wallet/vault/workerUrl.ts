import url from './vaultWorker.ts?worker&url'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

let trustedUrl: string | undefined

/**
 * The worker's script as a TrustedScriptURL, or as a string in browsers without Trusted Types. Memoised: the Content Security
 * Policy allows one Trusted Types policy of this name, and createPolicy throws the second time.
 */
export function vaultWorkerUrl(): string {
  trustedUrl ??= createPolicy()?.createScriptURL(url) ?? url
  return trustedUrl
}

function createPolicy(): ScriptUrlPolicy | undefined {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy('entrepares', {
    createScriptURL: (wanted) => {
      if (wanted !== url) throw new TypeError(`Not a script of ours: ${wanted}`)
      return wanted
    },
  })
}
