import { createTheme, type ThemeOptions } from '@mui/material/styles'
import { color, FONTS, RADIUS, TOOLTIP_DELAYS } from './tokens.ts'

export { color }

/** The most that the dashboard and its top bar take, in pixels, with their margins. */
export const PAGE_WIDTH = { xs: 1264, xl: 1564 }

const EASE = 'cubic-bezier(.2, 0, 0, 1)'

// The specification demands palette mode 'light' on a dark page, so every colour that MUI derives from the mode is
// overridden here.
const options: ThemeOptions = {
  palette: {
    mode: 'light',
    primary: { main: color.primary, light: color.primaryHover, dark: color.primaryHover, contrastText: color.onPrimary },
    secondary: { main: color.secondary, contrastText: color.onSecondary },
    info: { main: color.secondary, contrastText: color.onSecondary },
    success: { main: color.success, contrastText: color.page },
    warning: { main: color.warning, contrastText: color.page },
    error: { main: color.error, dark: color.errorHover, contrastText: color.onError },
    text: { primary: color.text, secondary: color.text2, disabled: color.text3 },
    background: { default: color.page, paper: color.paper },
    divider: color.line,
    action: {
      active: color.text2,
      hover: color.raised,
      selected: color.primaryTint,
      disabled: color.text3,
      disabledBackground: color.raised,
      focus: color.raised,
    },
  },
  shape: { borderRadius: RADIUS },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  zIndex: {
    mobileStepper: 1000,
    fab: 1050,
    speedDial: 1050,
    appBar: 1100,
    drawer: 1200,
    modal: 1300,
    snackbar: 1400,
    tooltip: 1500,
  },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 200, standard: 200, complex: 320, enteringScreen: 320, leavingScreen: 213 },
    easing: { easeInOut: EASE, easeOut: EASE, easeIn: EASE, sharp: EASE },
  },
  typography: {
    fontFamily: FONTS,
    h3: {
      fontSize: '2.5rem',
      lineHeight: 1.2,
      fontWeight: 700,
      '@media (min-width:1200px)': { fontSize: '3rem', lineHeight: 7 / 6 },
    },
    h4: {
      fontSize: '1.625rem',
      lineHeight: 32 / 26,
      fontWeight: 700,
      letterSpacing: '0.01em',
      '@media (min-width:1200px)': { fontSize: '1.75rem', lineHeight: 36 / 28 },
    },
    h5: { fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 700 },
    h6: { fontSize: '1.5rem', lineHeight: 4 / 3, fontWeight: 700 },
    subtitle1: { fontSize: '1rem', lineHeight: 1.5, fontWeight: 500 },
    body1: { fontSize: '1rem', lineHeight: 1.5 },
    body2: { fontSize: '0.875rem', lineHeight: 10 / 7 },
    caption: { fontSize: '0.8125rem', lineHeight: 18 / 13 },
    button: { fontSize: '0.9375rem', lineHeight: 1.6, fontWeight: 600, textTransform: 'none' },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      // Secondary emphasis: between 'contained', the main action of a screen, and 'outlined'.
      variants: [
        {
          props: { variant: 'tonal' },
          style: {
            backgroundColor: color.primaryTint,
            color: color.primarySoft,
            '&:hover': { backgroundColor: color.primaryTintHover },
          },
        },
      ],
      styleOverrides: {
        // Forced colours take the fill away, by which a button is known.
        root: { minHeight: 44, padding: '8px 18px', '@media (forced-colors: active)': { border: '1px solid ButtonBorder' } },
        text: { '&:hover': { backgroundColor: color.raised } },
        outlined: { borderColor: color.field, color: color.text, '&:hover': { backgroundColor: color.raised } },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          minHeight: 48,
          backgroundColor: color.inset,
          '&:hover:not(.Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: color.text2 },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
          '&.Mui-readOnly': { color: color.text3 },
        },
        multiline: { padding: 0 },
        // The label is above the input, so the outline needs no notch.
        notchedOutline: { borderColor: color.field, top: 0, '& legend': { display: 'none' } },
        input: { padding: '12px 14px', '&::placeholder': { color: color.text3, opacity: 1 } },
        adornedStart: { '& .MuiOutlinedInput-input': { paddingLeft: 0 } },
        adornedEnd: { '& .MuiOutlinedInput-input': { paddingRight: 0 } },
      },
    },
    MuiIconButton: {
      styleOverrides: { root: { width: 44, height: 44, color: color.text2, '&:hover': { backgroundColor: color.raised } } },
    },
    MuiMenu: { styleOverrides: { paper: { backgroundColor: color.raised, border: `1px solid ${color.line}` } } },
    MuiMenuItem: {
      styleOverrides: {
        // The ring is drawn inside: the menu clips what is outside.
        root: {
          minHeight: 44,
          '&:hover, &.Mui-focusVisible': { backgroundColor: color.primaryTint },
          '&.Mui-focusVisible': { outlineOffset: -2 },
        },
      },
    },
    MuiRadio: { styleOverrides: { root: { color: color.field } } },
    MuiCheckbox: { styleOverrides: { root: { color: color.field } } },
    MuiTooltip: {
      defaultProps: TOOLTIP_DELAYS,
      styleOverrides: {
        tooltip: { backgroundColor: color.text, color: color.paper, fontSize: '0.8125rem', borderRadius: 8 },
        arrow: { color: color.text },
      },
    },
  },
}

declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    tonal: true
  }
}

export const theme = createTheme(options)
