import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { NodeState } from '../../../chain/node/fetchLatestBlock.ts'
import { dialog } from '../../../testing/screen.ts'
import { Themed } from '../../../ui/Themed.tsx'
import { NodesDialog } from './NodesDialog.tsx'

const ANSWERS = { state: 'answers', ms: 12, lag: 0, isInUse: false, isExcluded: false } as const
const NODES: NodeState[] = [
  { ...ANSWERS, url: 'https://one.example/v2/key', host: 'one.example', isInUse: true },
  { ...ANSWERS, url: 'https://two.example/v2/key', host: 'two.example', state: 'silent', isExcluded: true },
]

const row = (host: string) => dialog('Nodos').getByRole('listitem').filter({ hasText: host })

test('lists each node read-only: which is in use, and which is excluded for now', async () => {
  mount()
  await expect.element(row('one.example')).toHaveTextContent(/^one\.example12 ms · al díaEn uso$/)
  await expect.element(row('two.example')).toHaveTextContent(/^two\.exampleNo respondeExcluido por ahora: se usan los demás$/)
  await expect.element(dialog('Nodos').getByRole('switch')).not.toBeInTheDocument()
  expect(dialog('Nodos').element().outerHTML).not.toContain('key')
})

function mount() {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <Themed>
      <NodesDialog nodes={NODES} onAsk={() => {}} onClose={() => {}} />
    </Themed>,
  )
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
}
