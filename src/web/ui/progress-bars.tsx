import { classNames } from './styles.ts';

export function ProgressBars({ total, done }: { total: number; done: number }) {
  return (
    <div aria-hidden className="flex gap-1.5">
      {Array.from({ length: total }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other id
          key={index}
          data-bar={index < done ? 'done' : index === done ? 'current' : 'ahead'}
          className={classNames(
            'h-1.5 flex-1 rounded-full transition-colors duration-200',
            index < done ? 'bg-accent' : index === done ? 'bg-primary' : 'bg-line',
          )}
        />
      ))}
    </div>
  );
}
