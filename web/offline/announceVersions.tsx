import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { watchVersions } from './watchVersions.ts'

const VersionNotice = lazy(() => import('./VersionNotice.tsx').then((file) => ({ default: file.VersionNotice })))

/** Says when there is a newer version. In a root of its own: it is shown even where the app of an older version is broken. */
export async function announceVersions(): Promise<void> {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  let count = 0
  await watchVersions(() => {
    // One that was put off is announced again when the next version comes.
    count++
    root.render(
      <StrictMode>
        <Suspense>
          <VersionNotice key={count} />
        </Suspense>
      </StrictMode>,
    )
  })
}
