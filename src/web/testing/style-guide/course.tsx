import { JOURNEY_GROUPS, type JourneyGroup } from '../../../course/journey-groups.ts';
import { JourneyFlow } from '../../journey/journey-flow.tsx';
import { Bar, Line, Shade, Table } from '../../journey/pictures.tsx';
import { ClassPath } from '../../schedule/class-path.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { scheduleEntry } from '../fixtures.ts';
import { Part } from './part.tsx';

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
        <ClassPath firstShown={5} progress={{ entries, attendance, next: entries[2] }} now={now} />
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
