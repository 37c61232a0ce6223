import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { apiQuery, errorMessage } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { copyWithToast } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/contact.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { InlineError } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { MailLink, TextLink } from '../ui/text-link.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { startOf } from './class-facts.tsx';

export function JoinHelpDialog({ entry, open, onClose }: DialogControl & { entry: ScheduleEntry }) {
  const { classNumber } = entry;
  const { instructorFirstName } = entry.class;
  const teacher = instructorFirstName ? ` Your teacher is ${instructorFirstName}.` : '';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnTo={`class-${classNumber}`}
      title="Trouble joining?"
      description={`Class ${classNumber} is on ${formatSlotForReader(startOf(entry))}.${teacher}`}
    >
      <Part title="What you need">
        <ul className="list-disc space-y-1 pl-5">
          <li>The Zoom app, or a browser if you can’t install the app.</li>
          <li>A quiet place where no one will disturb you for an hour.</li>
          <li>
            Working sound and a working camera:{' '}
            <TextLink href="https://zoom.us/test" newTab>
              try them in a test meeting
            </TextLink>
            .
          </li>
        </ul>
      </Part>
      <Part title="Join without the link">
        <MeetingDetails registrationId={entry.id} />
      </Part>
      <Part title="Still can’t get in?">
        <p>
          See{' '}
          <TextLink href={`${PAGES.help}#join-your-class`} newTab>
            how to join your class
          </TextLink>
          , or write to <MailLink address={site.supportEmail} />.
        </p>
      </Part>
      <DialogActions onClose={onClose} />
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Doesn't cache the meeting ID and passcode, because anyone who has them can join. */
function MeetingDetails({ registrationId }: { registrationId: number }) {
  const { email } = useStudent();
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/schedule/:registrationId/meeting', { params: { registrationId } }),
    gcTime: 0,
  });
  if (error && !isFetching) {
    return (
      <>
        <InlineError>
          {errorMessage(error, 'We couldn’t load the meeting ID. Please try again.')}
        </InlineError>
        <Button variant="quiet" size="small" className="mt-2" onClick={() => refetch()}>
          Try Again
        </Button>
      </>
    );
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading the meeting ID…">
        <Skeleton className="h-44" />
      </SkeletonGroup>
    );
  }
  const { meetingId, passcode } = data;
  if (meetingId === null || passcode === null) {
    return <p>You can only join this class with its link. Please press Join Class again.</p>;
  }
  return (
    <>
      <p>
        Open the Zoom app or{' '}
        <TextLink href="https://zoom.us/join" newTab>
          zoom.us/join
        </TextLink>
        , press Join, and type:
      </p>
      <ul className="my-2 divide-y divide-line rounded-control border border-line">
        <Detail name="Meeting ID" value={formatMeetingId(meetingId)} />
        {passcode && <Detail name="Passcode" value={passcode} />}
      </ul>
      <p className="text-muted text-sm">
        If Zoom asks for your email, use <Email address={email} /> so that we can mark you present.
      </p>
    </>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  const copied = { title: 'Copied to clipboard', description: `${name} copied to clipboard` };
  const copy = () => copyWithToast(value, copied, 'We couldn’t copy this');
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-1 pr-2 pl-4">
      <p className="min-w-0">
        <span className="block text-muted text-sm">{name}</span>{' '}
        <span className="wrap-anywhere font-mono font-semibold text-lg leading-tight">{value}</span>
      </p>
      <Button variant="plain" size="small" onClick={copy}>
        <Copy aria-hidden className="size-4" />
        Copy<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

/** For example, '812 3456 7890', the way Zoom shows it. */
export function formatMeetingId(meetingId: string): string {
  const groups = /^(\d{3})(\d{3,4}?)(\d{3,4})$/.exec(meetingId);
  return groups ? groups.slice(1).join(' ') : meetingId;
}
