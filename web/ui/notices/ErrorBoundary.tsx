import { Component, type ReactNode } from 'react'

type Props = {
  /** Shown instead of the children once one of them has thrown; `retry` draws them again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches errors thrown while rendering, instead of a blank page. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.fallback(() => this.setState({ broken: false })) : this.props.children
  }
}
