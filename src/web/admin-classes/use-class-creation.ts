import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PlannedClass } from '../../course/class-series.ts';
import type { ClassType } from '../../course/course.ts';
import { call, noticeEndOfSession, refresh, wordsOf } from '../call.ts';
import { toastError } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';

export interface FailedClass extends PlannedClass {
  reason: string;
}

interface Outcome {
  onBusy: (isCreating: boolean) => void;
  onDone: () => void;
}

interface Shared {
  classType: ClassType;
  instructorId?: number;
}

/** Makes the classes of a series, all at once. What failed is remembered, so that only that is tried again. */
export function useClassCreation({ onBusy, onDone }: Outcome) {
  const client = useQueryClient();
  const underWay = useRef(false);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState(0);
  const [failed, setFailed] = useState<FailedClass[]>();

  const createOne = async ({ startsAt, ...planned }: PlannedClass, shared: Shared) => {
    try {
      await call('POST /api/classes/test', { body: { ...planned, ...shared } });
      setMade((count) => count + 1);
      return [];
    } catch (error) {
      noticeEndOfSession(client, error as Error);
      return [{ startsAt, ...planned, reason: wordsOf(error, 'It could not be created.') }];
    }
  };
  const busy = (is: boolean) => {
    underWay.current = is;
    setCreating(is);
    onBusy(is);
  };
  const create = async (plan: PlannedClass[], shared: Shared) => {
    if (underWay.current) return;
    busy(true);
    const failures = (await Promise.all(plan.map((one) => createOne(one, shared)))).flat();
    await refresh(client, 'GET /api/classes/all');
    busy(false);
    const total = plan[0]?.totalCount ?? 0;
    if (failures.length > 0) {
      setFailed(failures);
      toastError(sayHowMany(total - failures.length, failures));
    } else {
      toast({ title: `${total} class(es) created successfully` });
      onDone();
    }
  };
  const startOver = () => {
    setMade(0);
    setFailed(undefined);
  };
  return { create, startOver, isCreating, made, failed };
}

export function sayHowMany(made: number, failed: FailedClass[]): string {
  const [first] = failed;
  if (first?.totalCount === 1) return first.reason;
  return `${made} of ${made + failed.length} classes were created, ${failed.length} failed.`;
}
