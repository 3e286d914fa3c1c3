import { Fragment } from 'react'

/** A sentence in which no amount breaks between its sign and its digits. */
export function MoneyText({ text }: { text: string }) {
  return text.split(/(\$ [\d,.]*\d)/).map((part, index) =>
    part.startsWith('$ ') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
