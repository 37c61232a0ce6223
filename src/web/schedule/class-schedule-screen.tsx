import { Printer } from 'lucide-react';
import { formatLongDate } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { chooseAgainPath, PAGES } from '../../course/pages.ts';
import { useStudent } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/horizon.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { DateAndTime, shownClasses } from './class-facts.tsx';
import { useSchedule } from './queries.ts';

const title = 'Your Selected Class Schedule';

export function ClassScheduleScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <ClassSchedule /> : <PageSpinner />;
}

function ClassSchedule() {
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <SelectedClasses />
      <p className="mt-4 print:hidden">
        <TextLink href={PAGES.schedule} className="inline-flex min-h-11 items-center">
          Back to your schedule
        </TextLink>
      </p>
    </>
  );
}

function SelectedClasses() {
  const student = useStudent();
  const { data: entries = [] } = useSchedule();
  const shown = shownClasses(entries);
  if (shown.length === 0) {
    return (
      <Empty
        text="You haven’t picked any class times yet."
        advice={<TextLink href={PAGES.onboarding}>Pick your class times</TextLink>}
      />
    );
  }
  return (
    <>
      <p className="mt-2 hidden text-sm print:block">
        {fullName(student)}. Printed on {formatLongDate(now())}. All times are in Pacific Time. For
        the latest times, go to {window.location.host}
      </p>
      <Card className="mt-5 py-1 print:border-0 print:p-0 print:shadow-none">
        <ul className="divide-y divide-line">
          {shown.map((entry) => (
            <li
              key={entry.id}
              className="break-inside-avoid py-4 sm:flex sm:gap-6 print:flex print:gap-6 print:py-3"
            >
              <h2 className="font-semibold sm:w-20 print:w-20">Class {entry.classNumber}</h2>
              {entry.cancellation ? (
                <p>
                  This class was canceled.{' '}
                  <TextLink href={chooseAgainPath(entry.id)}>Pick a new time</TextLink>
                </p>
              ) : (
                <DateAndTime entry={entry} />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Button
        variant="quiet"
        className="mt-5 w-full sm:w-auto sm:self-start print:hidden"
        onClick={() => window.print()}
      >
        <Printer aria-hidden className="size-5" />
        Print
      </Button>
    </>
  );
}
