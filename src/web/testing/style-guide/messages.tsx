import { JOURNEY_GROUPS, type JourneyGroup } from '../../../course/journey-groups.ts';
import { JourneyFlow } from '../../journey/journey-flow.tsx';
import { Bar, Line, Shade, Table } from '../../journey/pictures.tsx';
import { ClassPath } from '../../schedule/class-path.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FormNotice } from '../../ui/form-dialog.tsx';
import { Empty } from '../../ui/horizon.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { ErrorPanel, FailureNote, InlineError, Notice } from '../../ui/notice.tsx';
import { StaffPageFailure } from '../../ui/page-layout.tsx';
import { PartFailed } from '../../ui/part-failed.tsx';
import { ProgressBars } from '../../ui/progress-bars.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { scheduleEntry } from '../fixtures.ts';
import { ignore, Part, row } from './part.tsx';

const badges = ['neutral', 'info', 'success', 'warning'] as const;
const cards = ['plain', 'accent', 'wash'] as const;
const loading = { error: null, refetch: ignore };
const failed = { error: new Error(''), refetch: ignore };

export function Messages() {
  return (
    <>
      <Part name="Badges">
        <div className={row}>
          {badges.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Part>
      <Part name="Cards">
        {cards.map((variant) => (
          <Card key={variant} variant={variant}>
            {variant}
          </Card>
        ))}
        <Section id="section" title="A section" />
        <Section isLarge id="large-section" title="A large section">
          <Empty text="No classes yet" />
        </Section>
        <Empty text="No classes found" advice="Please check back later." />
      </Part>
      <Part name="Folds">
        {[false, true].map((isOpen) => (
          <Fold key={String(isOpen)} heading="Class 5" state={[isOpen, ignore]}>
            4:00 PM PT
          </Fold>
        ))}
      </Part>
      <Part name="Notices">
        <Notice tone="good" title="You’re all set">
          See you on Tuesday.
        </Notice>
        <Notice tone="warning" title="You’re offline.">
          This is your schedule as of 4:10 PM PT.
        </Notice>
        <FormNotice title="Someone else changed this class" />
        <InlineError>That time just filled up. Pick another one below.</InlineError>
        <FailureNote retry={<SmallButton>Retry</SmallButton>}>The email didn’t go out.</FailureNote>
        <PartFailed tries={0} isRetrying={false} onRetry={ignore} />
        <ErrorPanel title="We couldn’t load this" message="Please try again." onRetry={ignore} />
        <LoadedList count={undefined} query={failed} what="the students">
          {null}
        </LoadedList>
        <StaffPageFailure noun="Class" error={failed.error} onRetry={ignore} />
      </Part>
      <Part name="Progress">
        <ProgressBars total={10} done={4} />
        <PageSpinner />
        <LoadedList count={undefined} query={loading} what="the students">
          {null}
        </LoadedList>
        <SkeletonGroup>
          <Skeleton className="h-12" />
          <Skeleton className="mt-3">A line of text</Skeleton>
        </SkeletonGroup>
      </Part>
    </>
  );
}

const now = new Date('2026-11-20T12:00:00Z');
const entries = [5, 6, 7, 8, 9, 10].map((classNumber) => scheduleEntry(classNumber));
const attendance = {
  records: [{ classId: 105, status: 'Present' as const }],
  requestedAt: now,
};
const groups = Object.fromEntries(JOURNEY_GROUPS.map((group, at) => [group, 5 * at])) as Record<
  JourneyGroup,
  number
>;
const shares = [0.2, 0.6, null, 0.9, 1];

export function Course() {
  return (
    <>
      <Part name="Class path">
        <ClassPath firstShown={5} progress={{ entries, attendance, next: entries[2], now }} />
        <ClassPath firstShown={5} />
      </Part>
      <Part name="Journey">
        <JourneyFlow students={60} groups={groups} chosen="weekly" />
        <JourneyFlow chosen={undefined} />
      </Part>
      <Part name="Plots">
        <Card className="min-w-0">
          <Line
            caption="Attendance by week"
            points={shares.map((share, at) => [`Nov ${at + 1}`, share])}
          />
          <Table
            caption="Attendance by instructor"
            heads={['Instructor', 'Attendance', 'No-shows']}
            rows={shares.map((share, at) => [
              `Instructor ${at + 1}`,
              <Bar key="bar" share={share} value={`${at} of 5`} detail="attended" />,
              <Shade key="shade" strength={share}>
                {at}
              </Shade>,
            ])}
          />
        </Card>
      </Part>
      <Part name="Sticky bar">
        <div className="px-5 pb-28">
          <StickyBar>
            <Button className="w-full">Save These Times</Button>
          </StickyBar>
        </div>
      </Part>
    </>
  );
}
