import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { ClassState } from '../../course/class-time.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/styles.ts';
import { ClassDate, ClassName, ClassTime, Completed } from './class-facts.tsx';

interface PastClassProps {
  id: string;
  entry: ScheduleEntry;
  state: ClassState;
  /** What became of it, where the badge does not say so. */
  note: string | null;
  onMakeup: () => void;
}

export function PastClass({ id, entry, state, note, onMakeup }: PastClassProps) {
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="li" className="px-0 py-0">
      <div className="relative">
        <h2 id={id} tabIndex={-1}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-15 w-full items-center gap-3 rounded-card py-3 pr-4 pl-5 text-left"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="font-semibold">
                <ClassName entry={entry} />
              </span>
              <span className="text-muted text-sm max-sm:order-1 max-sm:basis-full">
                <ClassDate entry={entry} />
              </span>
              {state.isCompleted && (
                <span className="ml-auto">
                  <Completed />
                </span>
              )}
            </span>
            <ChevronDown
              aria-hidden
              className={classNames(
                'size-5 shrink-0 text-muted transition-transform',
                isOpen && 'rotate-180',
              )}
            />
          </button>
        </h2>
        {note && (
          <p
            className={classNames(
              '-mt-2 px-5 pb-3 text-muted text-sm sm:pb-4',
              state.canMakeUp && 'sm:pr-60',
            )}
          >
            {note}
          </p>
        )}
        {state.canMakeUp && (
          <div className="px-5 pb-4 sm:absolute sm:inset-y-0 sm:right-12 sm:flex sm:items-center sm:p-0">
            <Button
              variant="outline"
              size="small"
              className="max-sm:w-full"
              aria-describedby={id}
              onClick={onMakeup}
            >
              Schedule Makeup
            </Button>
          </div>
        )}
      </div>
      <div id={detailsId} hidden={!isOpen} className="border-line border-t px-5 py-3">
        <ClassTime entry={entry} />
      </div>
    </Card>
  );
}
