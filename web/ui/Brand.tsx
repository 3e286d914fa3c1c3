import { es } from '../text/es/es.ts'

/** Logo and product name. The logo is two offset bars, like an equals sign in motion. */
export function Brand() {
  return (
    <div className="brand">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect x="2" y="6" width="18" height="6" rx="3" fill="var(--primary)" />
        <rect x="8" y="16" width="18" height="6" rx="3" fill="var(--secondary)" />
      </svg>
      {es.product}
    </div>
  )
}
