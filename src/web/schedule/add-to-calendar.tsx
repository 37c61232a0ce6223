import { CalendarPlus, Download, Printer } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ownSignInNeeded } from '../../contract/sign-in-words.ts';
import { PAGES } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { useWaitingTab } from '../ui/browser.ts';
import { DownloadLink, SmallButton } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { ourFault } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { useAction } from '../ui/use-action.ts';

const { CalendarAddress } = lazily(() => import('./calendar-address.tsx'));

interface AddToCalendarProps {
  /** The page owns it, so that a click while the schedule is still loading isn’t lost. */
  fold: [isOpen: boolean, setOpen: (isOpen: boolean) => void];
}

export function AddToCalendar({ fold }: AddToCalendarProps) {
  const id = useId();
  const { usesStaffLink } = useStudent();
  const [hasAddress, setHasAddress] = useState(false);
  const address = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasAddress) address.current?.scrollIntoView({ block: 'nearest' });
  }, [hasAddress]);
  return (
    <section aria-labelledby={id}>
      <Fold id={id} heading={heading} state={fold}>
        <p className="text-muted text-sm">
          {usesStaffLink
            ? ownSignInNeeded
            : 'Pick your calendar, and it will update whenever a class moves. Or download a file, which won’t update.'}
        </p>
        <div className="-ml-3.5 grid justify-items-start">
          {!usesStaffLink &&
            programs.map((program) => <CalendarButton key={program.name} program={program} />)}
          <DownloadLink variant="plain" href={apiUrl('GET /api/calendar/file')}>
            <Download aria-hidden className="size-4" />
            Download Calendar File
          </DownloadLink>
          {!usesStaffLink && (
            <SmallButton
              variant="plain"
              aria-expanded={hasAddress}
              onClick={() => setHasAddress(!hasAddress)}
            >
              <CalendarPlus aria-hidden className="size-4" />
              Use Another Calendar
            </SmallButton>
          )}
        </div>
        <div ref={address} className="scroll-mb-8">
          {hasAddress && (
            <Suspense fallback={<AddressSkeleton />}>
              <CalendarAddress />
            </Suspense>
          )}
        </div>
      </Fold>
      <Link
        href={PAGES.classSchedule}
        className="inline-flex min-h-11 items-center gap-2 font-medium text-link"
      >
        <Printer aria-hidden className="size-5" />
        Print Your Class Times
      </Link>
    </section>
  );
}

const heading = (
  <span className="flex items-center gap-2 font-medium text-link">
    <CalendarPlus aria-hidden className="size-5" />
    Add to Calendar
  </span>
);

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
function CalendarButton({ program }: { program: Program }) {
  const tab = useWaitingTab(program.name, 'One moment…');
  const subscription = useAction('GET /api/calendar', {
    onDone: ({ subscribeUrl }) => {
      const address = program.pageFor(subscribeUrl);
      if (!tab.goTo(address)) window.location.href = address;
    },
    failed: ourFault,
    onFailed: tab.close,
  });
  const press = () => {
    if (!program.isOnDevice) tab.open();
    subscription.mutate();
  };
  return (
    <SmallButton variant="plain" pending={subscription.isPending} onClick={press}>
      <CalendarPlus aria-hidden className="size-4" />
      {program.name}
    </SmallButton>
  );
}
