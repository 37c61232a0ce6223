import { CalendarPlus, Download, Printer } from 'lucide-react';
import { Suspense, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { ownSignInNeeded } from '../../contract/sign-in-words.ts';
import { PAGES } from '../../course/pages.ts';
import { apiUrl, errorMessage, useApiMutation } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { openWaitingTab } from '../ui/browser.ts';
import { DownloadLink, SmallButton } from '../ui/button.tsx';
import { cardStyles } from '../ui/card.tsx';
import { Horizon } from '../ui/horizon.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { ourFault } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { type ButtonStyle, buttonStyles, classNames } from '../ui/styles.ts';
import { toastError } from '../ui/toast.ts';

const { CalendarAddress } = lazily(() => import('./calendar-address.tsx'));

interface AddToCalendarProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** True right after the student has chosen all class times. */
  isOffer: boolean;
}

/** The page owns `isOpen`, so that a click while the schedule is still loading isn't lost. */
export function AddToCalendar({ isOpen, onToggle, isOffer }: AddToCalendarProps) {
  const id = useId();
  const { usesStaffLink, firstName } = useStudent();
  const variant = isOffer ? 'quiet' : 'plain';
  const address = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) address.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={isOffer ? cardStyles('wash', 'mb-3') : 'mt-8 border-line border-t pt-5 lg:mt-0'}
    >
      {isOffer && <Horizon className="mb-4 w-36 sm:float-right sm:w-44" />}
      {isOffer && <p className="heading mb-3">You’re all set, {firstName}.</p>}
      <h2 id={`${id}-title`} className={classNames('font-semibold', isOffer && 'text-lg')}>
        {isOffer ? 'Add your classes to your calendar' : 'Add to calendar'}
      </h2>
      <p className="text-muted text-sm">
        {usesStaffLink
          ? ownSignInNeeded
          : 'Pick your calendar, and it will update whenever a class moves. Or download a file, which won’t update.'}
      </p>
      <div className={isOffer ? 'mt-3 flex flex-wrap gap-2' : '-ml-3.5 grid justify-items-start'}>
        {!usesStaffLink &&
          programs.map((program) => (
            <CalendarButton key={program.name} program={program} variant={variant} />
          ))}
        <DownloadLink variant={variant} href={apiUrl('GET /api/calendar/file')}>
          <Download aria-hidden className="size-4" />
          Download Calendar File
        </DownloadLink>
        {!usesStaffLink && (
          <SmallButton
            variant={variant}
            aria-expanded={isOpen}
            aria-controls={`${id}-address`}
            onClick={() => onToggle(!isOpen)}
          >
            <CalendarPlus aria-hidden className="size-4" />
            Use Another Calendar
          </SmallButton>
        )}
      </div>
      <div ref={address} id={`${id}-address`} className="scroll-mb-8">
        {isOpen && (
          <Suspense fallback={<AddressSkeleton />}>
            <CalendarAddress />
          </Suspense>
        )}
      </div>
      <Link
        href={PAGES.classSchedule}
        className={buttonStyles({ variant: 'plain', size: 'small', className: '-ml-3.5' })}
      >
        <Printer aria-hidden className="size-4" />
        Print Your Class Times
      </Link>
    </section>
  );
}

export function AddressSkeleton() {
  return (
    <SkeletonGroup label="Loading your calendar address…" className="mt-3">
      <Skeleton className="h-84 sm:h-52" />
    </SkeletonGroup>
  );
}

interface Program {
  name: string;
  pageFor: (address: string) => string;
  /** True if the link opens an app on the device, so no new tab is needed. */
  isOnDevice?: boolean;
}

export const asWebcal = (address: string) => address.replace(/^https?:/, 'webcal:');

const programs: Program[] = [
  {
    name: 'Google Calendar',
    pageFor: (address) =>
      `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: asWebcal(address) })}`,
  },
  { name: 'Apple Calendar', pageFor: asWebcal, isOnDevice: true },
  {
    name: 'Outlook',
    pageFor: (address) => {
      const query = new URLSearchParams({ url: address, name: `${site.courseShortName} course` });
      return `https://outlook.live.com/calendar/0/addfromweb?${query}`;
    },
  },
];

/** Requests the calendar's URL only on a click, because the first request creates the URL. */
function CalendarButton({ program, variant }: ButtonStyle & { program: Program }) {
  const tab = useRef<Window>(null);
  const subscription = useApiMutation('GET /api/calendar', {
    onSuccess: ({ subscribeUrl }) => {
      const target = tab.current ?? window;
      target.location.href = program.pageFor(subscribeUrl);
    },
    onError: (error) => {
      tab.current?.close();
      toastError(errorMessage(error, ourFault));
    },
  });
  const press = () => {
    tab.current = program.isOnDevice ? null : openWaitingTab(program.name, 'One moment…');
    subscription.mutate();
  };
  return (
    <SmallButton variant={variant} pending={subscription.isPending} onClick={press}>
      <CalendarPlus aria-hidden className="size-4" />
      {program.name}
    </SmallButton>
  );
}
