import { Component, type ReactNode } from 'react';
import { ErrorPage } from '#src/ui/page/error-page.tsx';

type FormBoundaryProps = { children: ReactNode };
type FormBoundaryState = { error: Error | null };

/** Shows the error page if a form throws; otherwise React would remove the form without a trace. */
export class FormBoundary extends Component<FormBoundaryProps, FormBoundaryState> {
  override state: FormBoundaryState = { error: null };

  static getDerivedStateFromError = (error: Error): FormBoundaryState => ({ error });

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <ErrorPage error={error} reset={() => this.setState({ error: null })} />;
  }
}
