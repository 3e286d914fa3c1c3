/** An icon from @mdi/js. Hidden from screen readers: use it only beside text or inside an element with an accessible name. */
export function Icon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
