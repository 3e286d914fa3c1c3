import url from './vaultWorker.ts?worker&url'

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL: (url: string) => string }
}

// The content security policy lets scripts be loaded through this one policy, and the policy lets this one URL pass.
// A policy's name can be taken once in a page: it is made with this module.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('entrepares', {
  createScriptURL: (wanted) => {
    if (wanted !== url) throw new TypeError(`Not a script of ours: ${wanted}`)
    return wanted
  },
})

/** Where the worker's script is, in the form that the browser accepts. */
export const vaultWorkerUrl = policy?.createScriptURL(url) ?? url
