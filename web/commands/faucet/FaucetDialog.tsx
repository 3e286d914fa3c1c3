import { mdiOpenInNew } from '@mdi/js'
import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '../../board/useBoard.ts'
import { fetchFaucet } from '../../chain/token/fetchFaucet.ts'
import { giverOf, networkOf } from '../../chains.ts'
import { es } from '../../text/es/es.ts'
import { noFaucet } from '../../text/es/esRefusals.ts'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './words.ts'

type Props = { onClose: () => void }

/** On a public network: draws dollars from the token's faucet or says who gives them, and links to public faucets for ether. */
export function FaucetDialog({ onClose }: Props) {
  const book = useBook()
  const { data: faucet } = useQuery({
    queryKey: ['faucet', book?.chainId, book?.address],
    queryFn: () => (book ? fetchFaucet(book.address) : undefined),
    enabled: book !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ether = <Pages label={words.etherElsewhere} pages={networkOf(book?.chainId)?.faucets ?? []} />
  if (faucet && !faucet.isThere) {
    const giver = giverOf(faucet.token)
    return (
      <Dialog title={words.title} onClose={onClose}>
        <Stack spacing={2.5}>
          <Pages label={noFaucet(giver)} pages={giver ? [giver] : []} />
          {ether}
          <DialogButtons>
            <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
              {es.close}
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    )
  }
  return (
    <CommandDialog words={words} command={{ kind: 'faucet' }} onClose={onClose}>
      {(fee) => (
        <>
          <Typography>{words.body}</Typography>
          <Facts facts={[fee]} />
          {ether}
        </>
      )}
    </CommandDialog>
  )
}

/** Pages of others, by name. */
function Pages({ label, pages }: { label: string; pages: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        {pages.map(([name, url]) => (
          <li key={url}>
            <Link
              href={url}
              target="_blank"
              rel="noreferrer"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: 44 }}
            >
              {name}
              <Icon path={mdiOpenInNew} size={16} />
            </Link>
          </li>
        ))}
      </Box>
    </div>
  )
}
