import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { TimelineEntry } from '../../contract/history.ts';
import { fullName } from '../../course/full-name.ts';
import { PAGES } from '../../course/pages.ts';
import { freshQuery } from '../api.ts';
import { useRights } from '../auth.tsx';
import { usePrint, useTimeline } from '../history/queries.ts';
import { Timeline, useTimelineKind } from '../history/timeline.tsx';
import { MessageActions } from '../messages/message-actions.tsx';
import { Notes } from '../people/notes.tsx';
import { ResetNotice } from '../people/reset-notice.tsx';
import { useNow } from '../server-clock.ts';
import { isNotFound, StaffPageFailure, StaffPageHead } from '../ui/page-layout.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonCourse } from './person-course.tsx';
import { PersonFacts, PersonSignIn, PersonTexts } from './person-facts.tsx';
import { PersonRetreats } from './person-retreats.tsx';
import { PersonWish } from './person-wish.tsx';
import { WaitingList } from './waiting-list.tsx';

export function PersonScreen() {
  const { id } = useParams<{ id: string }>();
  const viewer = useRights();
  const now = useNow();
  const query = useQuery({
    ...freshQuery('GET /api/admin/people/:id', { params: { id: Number(id) } }),
    refetchOnWindowFocus: 'always',
  });
  const { data: page, error, refetch } = query;
  const kind = useTimelineKind();
  const timeline = useTimeline(Number(id), kind);
  const printing = usePrint(timeline);
  if (error && (!page || isNotFound(error))) {
    return <StaffPageFailure noun="Person" error={error} onRetry={refetch} />;
  }
  if (!page) return <PageSpinner />;
  const renderAction = ({ messageId, title }: TimelineEntry) =>
    messageId !== null &&
    !page.erasedAt && (
      <MessageActions
        // The title ends with the delivery status, which isn't part of the message's name.
        name={title.replace(/: [^:]*$/, '')}
        messageId={messageId}
        recipient={viewer.canEdit && !page.deactivatedAt ? page.firstName : undefined}
      />
    );
  return (
    <>
      <div className="mb-4 flex-wrap items-end justify-between gap-x-6 md:flex">
        <div>
          <StaffPageHead title={fullName(page)} from={listOf(page.role)}>
            <PersonFacts page={page} />
          </StaffPageHead>
        </div>
        <PersonActions page={page} printing={printing} />
      </div>
      <div className="grid gap-5">
        {viewer.isAdmin && page.student && <ResetNotice student={page.student} />}
        <PersonCourse page={page} now={now} />
        <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem] print:grid-cols-1">
          <div className="grid min-w-0 gap-5">
            <Timeline kind={kind} query={timeline} renderAction={renderAction} />
          </div>
          <div className="grid min-w-0 items-start gap-5 max-lg:order-first md:max-lg:grid-cols-2 print:order-first">
            <PersonWish page={page} />
            <WaitingList turns={page.waitingLists} of="person" />
            <Notes person={page} />
            <PersonTexts page={page} />
            <PersonRetreats page={page} />
            <PersonSignIn page={page} />
          </div>
        </div>
      </div>
    </>
  );
}

function listOf(role: string) {
  if (role === 'alumni') return { href: `${PAGES.admin}?tab=alumni`, name: 'Alumni' };
  if (role === 'student') return { href: `${PAGES.admin}?tab=students`, name: 'Students' };
  return undefined;
}
