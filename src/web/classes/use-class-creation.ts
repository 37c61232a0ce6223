import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedClass } from '../../course/class-series.ts';
import type { ClassType } from '../../course/course.ts';
import { callApi, errorMessage, handleAuthError, invalidate, useSingleMutation } from '../api.ts';
import { toast, toastError } from '../ui/toast.ts';

export interface FailedClass extends PlannedClass {
  reason: string;
}

interface Shared {
  classType: ClassType;
  instructorId?: number;
}

/** Creates the classes of a series, all at once. What failed is kept, so that only that is tried again. */
export function useClassCreation(onDone: () => void) {
  const client = useQueryClient();
  const [createdCount, setCreatedCount] = useState(0);
  const [failed, setFailed] = useState<FailedClass[]>();

  const createOne = async ({ startsAt, ...planned }: PlannedClass, shared: Shared) => {
    try {
      await callApi('POST /api/classes/test', { body: { ...planned, ...shared } });
      setCreatedCount((count) => count + 1);
      return [];
    } catch (error) {
      handleAuthError(client, error as Error);
      return [{ startsAt, ...planned, reason: errorMessage(error, 'It could not be created.') }];
    }
  };
  const createAll = async (plan: PlannedClass[], shared: Shared): Promise<FailedClass[]> =>
    (await Promise.all(plan.map((one) => createOne(one, shared)))).flat();
  const creation = useSingleMutation(createAll, {
    onSuccess: async (failures, [plan]) => {
      await invalidate(client, 'GET /api/classes/all');
      invalidate(client, 'GET /api/admin/first-steps');
      const total = plan[0]?.totalCount ?? 0;
      if (failures.length > 0) {
        setFailed(failures);
        toastError(describeResult(total - failures.length, failures));
      } else {
        toast({ title: `${total} class(es) created successfully` });
        onDone();
      }
    },
  });
  const reset = () => {
    setCreatedCount(0);
    setFailed(undefined);
  };
  return { create: creation.mutate, reset, isCreating: creation.isPending, createdCount, failed };
}

export function describeResult(createdCount: number, failed: FailedClass[]): string {
  const [first] = failed;
  if (first?.totalCount === 1) return first.reason;
  return `${createdCount} of ${createdCount + failed.length} classes were created, ${failed.length} failed.`;
}
