import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { esCommands } from '../text/es/esCommands.ts'
import { shortAddress } from '../text/shortHex.ts'

/** A whole address or hash, in lines of 22 characters where it does not fit on one. */
export function WholeHex({ hex }: { hex: string }) {
  return (
    <Box component="span" translate="no" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
      {(hex.match(/.{1,22}/g) ?? []).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a word keep their places
        <Box component="span" key={index} sx={{ display: 'inline-block' }}>
          {line}
        </Box>
      ))}
    </Box>
  )
}

/** An address to read, with what it is of. */
export function WholeAddress({ label, address }: { label: string; address: string }) {
  return (
    <div>
      <Typography variant="caption" color="textSecondary" component="p">
        {label}
      </Typography>
      <Typography variant="body2">
        <WholeHex hex={address} />
      </Typography>
    </div>
  )
}

/**
 * The other person's address where one signs, one press away from being whole: those with the same first and last characters are
 * easily made.
 */
export function FoldedAddress({ address }: { address: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ mx: -1, px: 1, justifyContent: 'flex-start', typography: 'body2' }}
      >
        <Box component="span" translate="no" sx={{ fontFamily: 'monospace' }}>
          {shortAddress(address)}
        </Box>
        {` · ${isOpen ? esCommands.hideAddress : esCommands.wholeAddress}`}
      </Button>
      {isOpen && (
        <Typography variant="body2">
          <WholeHex hex={address} />
        </Typography>
      )}
    </div>
  )
}
