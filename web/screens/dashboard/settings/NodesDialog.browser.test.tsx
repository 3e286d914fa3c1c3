import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { NodeState } from '../../../chain/node/fetchLatestBlock.ts'
import { dialog } from '../../../testing/screen.ts'
import { Themed } from '../../../ui/Themed.tsx'
import { NodesDialog } from './NodesDialog.tsx'

const ANSWERS = { state: 'answers', ms: 12, lag: 0, isInUse: false, isResting: false } as const
const NODES: NodeState[] = [
  { ...ANSWERS, url: 'https://one.example/v2/key', host: 'one.example', isInUse: true },
  { ...ANSWERS, url: 'https://two.example/v2/key', host: 'two.example', state: 'silent', isResting: true },
]

const row = (host: string) => dialog('Nodos').getByRole('listitem').filter({ hasText: host })
const use = (host: string) => page.getByRole('switch', { name: `Usar este nodo en esta visita: ${host}` })

test('a node can be left out and taken back, the last one cannot, and each says how it stands', async () => {
  mount()
  await expect.element(row('one.example')).toHaveTextContent('En uso')
  await expect.element(row('two.example')).toHaveTextContent('No respondeDescansa: por ahora se usan otros')
  await use('two.example').click()
  await expect.element(use('two.example')).not.toBeChecked()
  await expect.element(use('two.example')).toHaveFocus()
  await expect.element(row('two.example')).toHaveTextContent(/Lo dejaste fuera\s*Usar este nodo/)

  await expect.element(use('one.example')).toHaveAccessibleDescription(/^Es el único que queda y no se puede dejar fuera\./)
  use('one.example').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(use('one.example')).toBeChecked()
  await use('two.example').click()
  await expect.element(use('two.example')).toBeChecked()
  await use('one.example').click()
  await expect.element(use('one.example')).not.toBeChecked()
  expect(dialog('Nodos').element().outerHTML).not.toContain('key')
})

function mount() {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <Themed>
      <Nodes />
    </Themed>,
  )
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
}

function Nodes() {
  const [nodes, setNodes] = useState(NODES)
  const change = (url: string, isUsed: boolean) =>
    setNodes(nodes.map((node) => (node.url === url ? { ...node, state: isUsed ? 'answers' : 'out' } : node)))
  return <NodesDialog nodes={nodes} onAsk={() => {}} onUse={change} onClose={() => {}} />
}
