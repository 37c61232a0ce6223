import { useFreshQuery } from '../api.ts';
import { lazily } from '../ui/load-lazily.ts';
import { countOf } from '../ui/loaded-list.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { MatchRetreatsDialog } = lazily(() => import('./match-retreats-dialog.tsx'));

export function UnmatchedRetreats() {
  const matching = useDialog<true>();
  const { data: retreats = [] } = useFreshQuery('GET /api/admin/retreat-registrations/unmatched');
  const { data: dismissed = [] } = useFreshQuery('GET /api/admin/retreat-registrations/dismissed');
  return (
    <>
      {retreats.length + dismissed.length > 0 && (
        <DialogLink className="mb-2" onClick={() => matching.open(true)}>
          {retreats.length > 0
            ? `${countOf(retreats.length, 'retreat registration doesn’t', 'retreat registrations don’t')} match anyone here`
            : 'Retreat guests who aren’t our students'}
        </DialogLink>
      )}
      {matching.render((dialog) => (
        <MatchRetreatsDialog retreats={retreats} {...dialog} />
      ))}
    </>
  );
}
