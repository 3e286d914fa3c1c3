import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { OutdatedScreen } from './OutdatedScreen.tsx'
import { Late } from './ui/notices/Late.tsx'

/**
 * Code-splits a screen. Where its chunk cannot be loaded, OutdatedScreen takes its place; whoever comes back to the screen
 * tries again. Not React.lazy, which remembers a failure for good. `preload` fetches the chunk ahead, and rejects without it.
 */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    if (Loaded) return
    const [Screen, { Themed }] = await Promise.all([load(), import('./ui/Themed.tsx')])
    Loaded = (props: P) => (
      <Themed>
        <Screen {...props} />
      </Themed>
    )
  }

  function Screen(props: P) {
    const [state, setState] = useState<{ error?: unknown }>()
    useEffect(() => {
      if (!Loaded)
        preload().then(
          // In slices: on a slow phone a whole screen is a third of a second during which nothing else would answer.
          () => startTransition(() => setState({})),
          (error: unknown) => setState({ error }),
        )
    }, [])
    if (Loaded) return <Loaded {...props} />
    if (state) return <OutdatedScreen error={state.error} />
    return (
      <main className="cardScreen">
        <Late mayReload={false} />
      </main>
    )
  }
  return Object.assign(Screen, { preload })
}
