import { Component, type ComponentChildren } from 'preact';

interface ErrorBoundaryProps {
  readonly children: ComponentChildren;
  /** Shown instead of a failed child. */
  readonly instead: ComponentChildren;
  readonly onError: (error: unknown) => void;
}

/** Keeps an error in one row from breaking the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ComponentChildren {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
