import { Box, Typography } from '@mui/material'

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

/** The other person's address where one signs: those with the same first and last characters are easily made. */
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
