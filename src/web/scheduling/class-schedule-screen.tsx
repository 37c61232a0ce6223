import { chooseAgainPath, PAGES } from '../../course/pages.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ClassDate, ClassTime, shownClasses } from './class-facts.tsx';
import { useSchedule } from './queries.ts';

const title = 'Your Selected Class Schedule';

export function ClassScheduleScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <ClassSchedule /> : <ClassScheduleSkeleton />;
}

function ClassSchedule() {
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <SelectedClasses />
    </>
  );
}

function SelectedClasses() {
  const { data: entries = [] } = useSchedule();
  const shown = shownClasses(entries);
  if (shown.length === 0) {
    return (
      <p className="mt-4 text-muted">
        You have not chosen any class times yet.{' '}
        <TextLink href={PAGES.onboarding}>Choose your class times</TextLink>
      </p>
    );
  }
  return (
    <Card className="mt-5 py-1">
      <ul className="divide-y divide-line">
        {shown.map((entry) => (
          <li key={entry.id} className="py-4 sm:flex sm:gap-6">
            <h2 className="font-semibold sm:w-20">Class {entry.classNumber}</h2>
            {entry.cancellation ? (
              <p>
                This class is cancelled.{' '}
                <TextLink href={chooseAgainPath(entry.id)}>Choose a new time</TextLink>
              </p>
            ) : (
              <div>
                <p>
                  <ClassDate entry={entry} />
                </p>
                <ClassTime entry={entry} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ClassScheduleSkeleton() {
  return (
    <>
      <h1>{title}</h1>
      <SkeletonGroup label="Loading your schedule…" className="mt-5">
        <Card className="divide-y divide-line py-1">
          {classNumbersFrom(site.firstClass).map((classNumber) => (
            <div key={classNumber} className="py-4">
              <Skeleton className="w-fit sm:hidden">Class {classNumber}</Skeleton>
              <Skeleton className="w-fit">Tuesday, December 1, 2026</Skeleton>
              <Skeleton className="w-fit">4:00 PM PT · Instructor</Skeleton>
            </div>
          ))}
        </Card>
      </SkeletonGroup>
    </>
  );
}
