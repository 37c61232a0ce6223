import { useState } from 'react';
import { Link } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { classesLeft, classToKeep, describeKept } from '../../course/plan.ts';
import { allInWords } from '../../course/shown-classes.ts';
import type { ActiveRegistration } from '../../course/slot-choice.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { startOf } from './class-facts.tsx';
import { declinePlan, hasDeclinedPlan, PLAN_ADDRESS } from './kept-plan.ts';
import { useSchedule } from './queries.ts';

export function toRegistration(entry: ScheduleEntry): ActiveRegistration {
  const { id, classId, classNumber, cancellation } = entry;
  return { id, classId, classNumber, startsAt: startOf(entry), isSuspended: cancellation !== null };
}

interface PlanOfferProps {
  classNumber: number;
  isMain: boolean;
  onDecline: () => void;
}

export function PlanOffer({ classNumber, isMain, onDecline }: PlanOfferProps) {
  const { id: studentId } = useStudent();
  const [isDeclined, setDeclined] = useState(() => hasDeclinedPlan(studentId));
  const { data: entries = [] } = useSchedule();
  const registrations = entries.map(toRegistration);
  const [next, ...others] = classesLeft(registrations, site.firstClass);
  const kept = classToKeep(registrations, site.firstClass);
  // Wait until the schedule includes the class just chosen, because we offer to keep its weekday.
  if (isDeclined || !kept || next !== classNumber) return null;
  const decline = () => {
    declinePlan(studentId);
    setDeclined(true);
    onDecline();
  };
  const look = buttonStyles({
    variant: isMain ? 'primary' : 'quiet',
    className: 'max-sm:w-full',
  });
  return (
    <Card as="section" variant="wash" aria-labelledby="plan-offer" className="mb-6">
      <h2 id="plan-offer" className="text-balance font-semibold text-lg leading-snug">
        Keep {describeKept(kept.startsAt)} for your other classes?
      </h2>
      <p className="mt-1 text-muted">You’ll see all the times first and can change any of them.</p>
      <div className="mt-4 flex flex-wrap gap-x-3 gap-y-2">
        <Link href={PLAN_ADDRESS} className={look}>
          Yes, Plan {allInWords(others.length + 1)}
        </Link>
        <Button variant="plain" className="max-sm:w-full" onClick={decline}>
          No, I’ll Choose One by One
        </Button>
      </div>
    </Card>
  );
}
