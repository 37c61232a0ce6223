import { describeClass } from '../../course/class-time.ts';
import { DEFAULT_FIRST_CLASS } from '../../course/course.ts';
import { sampleSchedule } from '../public-pages/sample-schedule.ts';
import { RetreatPanel } from '../retreats/retreat-card.tsx';
import { FirstSessionsNote, headingId } from '../schedule/class-facts.tsx';
import { UpcomingClass } from '../schedule/upcoming-class.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const beforeAllClasses = new Date(0);

export function YourSchedulePage() {
  usePageTitle('Your Course Schedule');
  return (
    <>
      <h1>Your Course Schedule</h1>
      <div className="mt-5">
        <RetreatPanel registration={null} code={site.retreatCode} />
      </div>
      <FirstSessionsNote firstShown={DEFAULT_FIRST_CLASS} />
      <ul className="grid grid-cols-1 gap-3">
        {sampleSchedule.map((entry, index) => (
          <UpcomingClass
            key={entry.classNumber}
            entry={entry}
            state={describeClass(new Date(entry.class.startTime), null, beforeAllClasses)}
            isNext={index === 0}
            joinButton={(style) => (
              <Button
                {...style}
                aria-describedby={headingId(entry)}
                onClick={() => window.alert(aboutJoining)}
              >
                Join Class
              </Button>
            )}
            onReschedule={() => window.alert(aboutRescheduling)}
          />
        ))}
      </ul>
    </>
  );
}

const aboutJoining = 'This is a sample schedule. On yours, Join Class opens your class on Zoom.';
const aboutRescheduling =
  'This is a sample schedule. On yours, Reschedule lets you pick a new time for the class.';
