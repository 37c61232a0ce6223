import type { ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { classNames } from './styles.ts';

const tones = {
  good: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
};

interface NoticeProps {
  tone: keyof typeof tones;
  title: string;
  children: ReactNode;
  className?: string;
}

export function Notice({ tone, title, children, className }: NoticeProps) {
  return (
    <div className={classNames('rounded-control px-4 py-3 text-left', tones[tone], className)}>
      <p className="font-semibold">{title}</p>
      <p className="text-ink text-sm">{children}</p>
    </div>
  );
}

/** Screen readers announce this text only in a live region. Elsewhere, show a toast as well. */
export function InlineError({ children, className }: { children: string; className?: string }) {
  return <p className={classNames('font-medium text-danger text-sm', className)}>{children}</p>;
}

export const ourFault = 'Something went wrong on our side. Please try again.';

interface ErrorPanelProps {
  title: string;
  message: string;
  onRetry: () => void;
  retryText?: string;
  level?: 1 | 2;
}

export function ErrorPanel(props: ErrorPanelProps) {
  const { title, message, onRetry, retryText = 'Try Again', level = 2 } = props;
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Card role="alert">
      <Heading className="heading">{title}</Heading>
      <p className="mt-2 text-muted">{message}</p>
      <Button variant="quiet" className="mt-4" onClick={onRetry}>
        {retryText}
      </Button>
    </Card>
  );
}

interface LoadFailedProps extends Omit<ErrorPanelProps, 'message'> {
  error: Error | null;
}

export function LoadFailed({ error, ...panel }: LoadFailedProps) {
  return <ErrorPanel {...panel} message={errorMessage(error, ourFault)} />;
}

export function FailureNote({ children, retry }: { children: ReactNode; retry?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 mt-1">
      <span className="max-w-72 whitespace-normal rounded-control bg-warning-soft px-2.5 py-1 text-sm text-warning wrap-anywhere">
        {children}
      </span>
      {retry}
    </div>
  );
}
