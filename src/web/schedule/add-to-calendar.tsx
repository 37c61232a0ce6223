import { CalendarSync, Download, Printer } from 'lucide-react';
import { Suspense, useEffect, useId, useRef } from 'react';
import { ownSignInNeeded } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { cardStyles } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { buttonStyles, classNames } from '../ui/styles.ts';
import { TextLink } from '../ui/text-link.tsx';
import { CalendarButtons } from './calendar-buttons.tsx';

const { CalendarAddress } = lazily(() => import('./calendar-address.tsx'));

interface AddToCalendarProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** For a student who has just chosen all class times. */
  isOffer: boolean;
}

/**
 * For students who want their classes beside everything else they do. Whether it is open
 * is kept by the page, because the skeleton of the schedule has one too: a click on it must not be lost.
 */
export function AddToCalendar({ isOpen, onToggle, isOffer }: AddToCalendarProps) {
  const id = useId();
  const { usesStaffLink } = useStudent();
  const address = useRef<HTMLDivElement>(null);
  // It opens at the foot of the page, where nobody would see it come.
  useEffect(() => {
    if (isOpen) address.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={isOffer ? cardStyles('wash', 'mb-3') : 'mt-8 border-line border-t pt-5'}
    >
      <h2 id={`${id}-title`} className={classNames('font-semibold', isOffer && 'text-lg')}>
        {isOffer ? 'Put your classes into your calendar' : 'Add to calendar'}
      </h2>
      <p className="text-muted text-sm">
        {usesStaffLink
          ? ownSignInNeeded
          : 'Choose your calendar, and it updates when a class moves. Or download a file once.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!usesStaffLink && <CalendarButtons />}
        <a
          href={apiUrl('GET /api/calendar/file')}
          download
          className={buttonStyles({ variant: 'outline', size: 'small' })}
        >
          <Download aria-hidden className="size-4" />
          Download calendar file
        </a>
        {!usesStaffLink && (
          <Button
            variant="outline"
            size="small"
            aria-expanded={isOpen}
            aria-controls={`${id}-address`}
            onClick={() => onToggle(!isOpen)}
          >
            <CalendarSync aria-hidden className="size-4" />
            Another calendar
          </Button>
        )}
      </div>
      <div ref={address} id={`${id}-address`} className="scroll-mb-8">
        {isOpen && (
          <Suspense fallback={<AddressSkeleton />}>
            <CalendarAddress />
          </Suspense>
        )}
      </div>
      <p className="mt-3">
        <TextLink href={PAGES.classSchedule} className="inline-flex min-h-11 items-center gap-2">
          <Printer aria-hidden className="size-4" />
          Print your class times
        </TextLink>
      </p>
    </section>
  );
}

export function AddressSkeleton() {
  return (
    <SkeletonGroup label="Loading your address…" className="mt-3">
      <Skeleton className="h-84 sm:h-52" />
    </SkeletonGroup>
  );
}
