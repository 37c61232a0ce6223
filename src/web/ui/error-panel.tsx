import { Button } from './button.tsx';
import { Card } from './card.tsx';

interface ErrorPanelProps {
  title: string;
  message: string;
  onRetry: () => void;
  retryText?: string;
  /** 1 where the panel stands for the whole page. */
  level?: 1 | 2;
}

export function ErrorPanel({
  title,
  message,
  onRetry,
  retryText = 'Try again',
  level = 2,
}: ErrorPanelProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Card role="alert">
      <Heading className="font-display font-medium text-2xl leading-tight">{title}</Heading>
      <p className="mt-2 text-muted">{message}</p>
      <Button variant="outline" className="mt-4" onClick={onRetry}>
        {retryText}
      </Button>
    </Card>
  );
}
