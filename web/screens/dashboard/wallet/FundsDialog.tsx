import { mdiOpenInNew } from '@mdi/js'
import { Box, Link, Typography } from '@mui/material'
import { networkOf } from '../../../chains.ts'
import { esCommands } from '../../../text/es/esCommands.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { CommandDialog } from '../commands/CommandDialog.tsx'

const words = esCommands.faucet

/** On a public network: draws dollars from our faucet, and links to public faucets for ether. */
export function FundsDialog({ chainId, onClose }: { chainId: number | undefined; onClose: () => void }) {
  return (
    <CommandDialog title={words.title} command={{ kind: 'faucet' }} submit={words.submit} leave={words.leave} onClose={onClose}>
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
