// A node whose answers a test decides in the page, where rules can be functions; those of commands.ts are only named.
import { vi } from 'vitest'
import type { Fault } from '../../e2e/support/node.ts'

const fetchFromNode = window.fetch

/** Applies a fault to calls of these methods (of all, if none is given) until `mendCalls` or the end of the test. */
export function breakCalls(fault: Fault, ...methods: string[]): void {
  vi.spyOn(window, 'fetch').mockImplementation((input, init = {}) => {
    const request = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const { method = '', id = 0, params = [] } = request
    if (!method || (methods.length > 0 && !methods.includes(method))) return fetchFromNode(input, init)
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      const handled = fault({
        method,
        id,
        params,
        ask: async (others = params) => {
          const body = JSON.stringify({ ...request, params: others })
          return (await fetchFromNode(input, { ...init, body })).text()
        },
        answer: (text, status = 200, headers = {}) =>
          resolve(new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } })),
        stall: () => {},
        isOpen: () => !init.signal?.aborted,
        hangUp: () => reject(new TypeError('Failed to fetch')),
      })
      Promise.resolve(handled).catch(reject)
    })
  })
}

export const mendCalls = (): void => vi.spyOn(window, 'fetch').mockRestore()
