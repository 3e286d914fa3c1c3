// Design tokens of MUI's theme and the stylesheet. No MUI in it: /login does without (see tokensAsVariables in vite.config.ts).

// Every pair that is used together has AA contrast: 4.5 for text, 3 for borders and icons (checked by theme.test.ts).
export const color = {
  page: '#0C1018',
  paper: '#141A25',
  /** Background of inputs, PIN boxes and words. */
  inset: '#0F141D',
  /** Background of panels inside a card, hovered rows and menus. */
  raised: '#1C2432',
  skeleton: '#263143',
  /** Decorative borders. */
  line: '#273142',
  /** Borders of inputs and buttons. */
  field: '#66748C',
  text: '#E4E8EF',
  text2: '#9DABC0',
  text3: '#7F8DA3',
  primary: '#A18BFF',
  primaryHover: '#B3A1FF',
  onPrimary: '#130C2E',
  primaryTint: '#2D2E4C',
  primaryTintHover: '#37375C',
  primarySoft: '#C4B7FF',
  secondary: '#4FCBE0',
  onSecondary: '#04222A',
  /** In faces. */
  secondaryLine: '#3A8496',
  secondaryTint: '#1C333F',
  success: '#4CC38A',
  successTint: '#1C3233',
  warning: '#F0B64A',
  warningTint: '#33302A',
  error: '#FF8080',
  errorHover: '#FF9C9C',
  errorTint: '#352832',
  errorLine: '#B05C62',
  onError: '#2B0808',
} as const

/** In milliseconds. */
export const TOOLTIP_DELAYS = { enterDelay: 100, leaveTouchDelay: 1500 }

export const FONTS = 'Roboto, Inter, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif'

/** Radius of corners, in pixels. */
export const RADIUS = 14
