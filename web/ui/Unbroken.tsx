import { fitting } from './fitting.ts'

/**
 * A sentence, in a container as wide as it, in which an amount and its sign, a number and its unit, or a short address stay on
 * one line.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(/((?:≈ )?\$ [\d,.]*\d|[\d,.]+ (?:%|ETH)|n\.º \d+|0x[\dA-Fa-f]{4}…[\dA-Fa-f]{4})/).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
      <span key={index} style={{ whiteSpace: 'nowrap', fontSize: fitting('1em', part) }}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
