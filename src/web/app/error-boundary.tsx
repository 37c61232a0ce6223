import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { ErrorPanel } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { type PartFailedProps, useFailure } from '../ui/part-failed.tsx';

export function FailedPage({
  title = 'We couldn’t show this page',
  message = 'Something went wrong on our side. Nothing you saved is lost.',
  ...rest
}: {
  title?: string;
  message?: string | undefined;
  retryText?: string;
  onRetry: () => void;
}) {
  usePageTitle(title);
  return <ErrorPanel {...rest} title={title} message={message} level={1} />;
}

export function PageNotLoaded(props: PartFailedProps) {
  const { message, retryText, retry } = useFailure(props);
  const texts = { title: 'We couldn’t load this page', message, retryText };
  return <FailedPage {...texts} onRetry={retry} />;
}

class Catcher extends Component<{ children: ReactNode; onRetry: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('A component threw null or undefined.') };
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <FailedPage message={errorMessage(error, undefined)} onRetry={this.retry} />;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => <Catcher onRetry={reset}>{children}</Catcher>}
    </QueryErrorResetBoundary>
  );
}
