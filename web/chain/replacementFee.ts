/** +12.5 %, rounded up: the least raise with which nodes accept a replacement transaction ('Acelerar' and 'Anular'). */
export function raisedFee(fee = 0n): bigint {
  return (fee * 9n + 7n) / 8n
}
