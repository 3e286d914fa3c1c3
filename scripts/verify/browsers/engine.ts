// A browser that Playwright does not drive, by the few things that its protocol must be able to do.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A sequence of the WebDriver standard, for one device. */
type Sequence = { type: string; id: string; actions: Record<string, unknown>[] }

export type Driver = {
  version: string
  goto: (url: string) => Promise<void>
  /** Evaluates an expression, whose value is a text. */
  evaluate: (expression: string) => Promise<string>
  act: (sequence: Sequence) => Promise<void>
  /** The page on paper, as PDF. Undefined: the protocol has no command for it. */
  print?: () => Promise<Buffer>
  close: () => Promise<void>
}

/** `name`: whole, or a pattern between slashes. `text`: a part of what it holds. */
export type Step = { role: string; name?: string; text?: string }

/** Argon2id and a busy machine. */
const LIMIT_MS = 90_000
const POLL_MS = 250
const CONTROL = '\uE009'

const library = readFileSync(fileURLToPath(new URL('inPage.js', import.meta.url)), 'utf8')

/** Actions of a person, and what they see, in the page of this browser. */
export function handsOn({ evaluate, act }: Driver) {
  const call = async <T>(expression: string): Promise<T> =>
    JSON.parse(await evaluate(`(async () => { ${library}; return JSON.stringify(await (${expression})) })()`))

  const until = async <T>(what: string, expression: string): Promise<T> => {
    const end = Date.now() + LIMIT_MS
    for (;;) {
      // A page that is being left answers nothing.
      const value = await call<T | null | false>(expression).catch(() => null)
      if (value) return value
      if (Date.now() > end) throw new Error(`Not seen within ${LIMIT_MS / 1000} s: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  const press = async (...steps: Step[]) => {
    const { x, y } = await until<{ x: number; y: number }>(JSON.stringify(steps), `place(${JSON.stringify(steps)})`)
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await act({ type: 'pointer', id: 'mouse', actions })
  }

  const keys = async (...pressed: readonly string[]) => {
    const actions = pressed.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act({ type: 'key', id: 'keyboard', actions })
  }

  return {
    call,
    until,
    press,
    keys,
    /** Takes the place of what is in the field. */
    fill: async (text: string, ...steps: Step[]) => {
      await press(...steps)
      const selectAll = [
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: CONTROL },
      ]
      await act({ type: 'key', id: 'keyboard', actions: selectAll })
      await keys(...text)
    },
    see: (...steps: Step[]) => until<true>(JSON.stringify(steps), `found(${JSON.stringify(steps)}).length > 0`),
    notSee: (...steps: Step[]) => until<true>(`no ${JSON.stringify(steps)}`, `found(${JSON.stringify(steps)}).length === 0`),
  }
}
