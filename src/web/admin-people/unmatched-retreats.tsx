import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import { call, keyOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const MatchRetreatsDialog = loadLazily(() =>
  import('./match-retreats-dialog.tsx').then((part) => part.MatchRetreatsDialog),
);

const unmatched = 'GET /api/admin/retreat-registrations/unmatched';

/** For admins: says so where the retreat site has guests whom nobody here is known as. */
export function UnmatchedRetreats({ students }: { students: readonly StudentRow[] }) {
  const dialog = useDialog<true>();
  const { data: retreats = [] } = useQuery({
    queryKey: keyOf(unmatched),
    queryFn: () => call(unmatched),
    refetchOnMount: 'always',
  });
  return (
    <>
      {retreats.length > 0 && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sky px-4 py-2.5">
          <p>{sentenceOf(retreats.length)}</p>
          <Button
            variant="outline"
            size="small"
            aria-haspopup="dialog"
            onClick={() => dialog.open(true)}
          >
            Match…
          </Button>
        </div>
      )}
      {dialog.subject && (
        <Suspense>
          <MatchRetreatsDialog
            retreats={retreats}
            students={students}
            open={dialog.isOpen}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  );
}

function sentenceOf(count: number): string {
  return count === 1
    ? '1 retreat registration belongs to nobody we know'
    : `${count} retreat registrations belong to nobody we know`;
}
