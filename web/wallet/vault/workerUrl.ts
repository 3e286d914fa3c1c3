import url from './vaultWorker.ts?worker&url'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

let trustedUrl: string | undefined

/**
 * Where the worker's script is, in the form that the browser accepts. The content security policy lets scripts be loaded
 * through one policy of this name, which can be made once in a page; and the policy lets this one URL pass.
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
