import { Component, type ComponentChildren } from 'preact';

interface ErrorBoundaryProps {
  readonly children: ComponentChildren;
  /** What stands in the place of what could not be drawn. */
  readonly instead: ComponentChildren;
  readonly onError: (error: unknown) => void;
}

/** Keeps a mistake in one row from taking the page with it. */
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
