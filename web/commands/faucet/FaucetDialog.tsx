import { mdiOpenInNew } from '@mdi/js'
import { Box, Link, Typography } from '@mui/material'
import { useBook } from '../../board/useBoard.ts'
import { networkOf } from '../../chains.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './words.ts'

/** On a public network: draws dollars from our faucet, and links to public faucets for ether. */
export function FaucetDialog({ onClose }: { onClose: () => void }) {
  const chainId = useBook()?.chainId
  return (
    <CommandDialog words={words} command={{ kind: 'faucet' }} onClose={onClose}>
      {(fee) => (
        <>
          <Typography>{words.body}</Typography>
          <Facts facts={[fee]} />
          <div>
            <Typography variant="body2" color="textSecondary">
              {words.etherElsewhere}
            </Typography>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              {networkOf(chainId)?.faucets.map(([name, url]) => (
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
        </>
      )}
    </CommandDialog>
  )
}
