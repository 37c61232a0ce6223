import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate } from '../../course/format-time.ts';
import { retreatTitle } from '../../course/retreat.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';

/** The retreats that the retreat site has reported for a person. */
export function PersonRetreats({ page: { retreats, role } }: { page: PersonPage }) {
  if (retreats.length === 0 && role !== 'student') return null;
  return (
    <Card as="section" aria-labelledby="retreat-heading">
      <h2 id="retreat-heading" className="mb-2 font-semibold">
        Retreat
      </h2>
      {retreats.length === 0 && <p className="text-muted">No retreat yet.</p>}
      <ul className="grid gap-3">
        {retreats.map((retreat) => (
          <OneRetreat key={retreat.id} {...retreat} />
        ))}
      </ul>
    </Card>
  );
}

function OneRetreat(retreat: PersonPage['retreats'][number]) {
  const { title, description, startsAt, registeredAt, cancelledAt } = retreat;
  return (
    <li className="wrap-anywhere">
      <span className="mr-2 font-medium">{retreatTitle(title)}</span>
      {cancelledAt && <Badge>Cancelled</Badge>}
      {startsAt && <p>{formatCompactDate(new Date(startsAt))}</p>}
      <p className="text-muted text-sm">{description}</p>
      <p className="text-muted text-sm">
        Registered {formatCompactDate(new Date(registeredAt))}
        {cancelledAt && `, cancelled ${formatCompactDate(new Date(cancelledAt))}`}
      </p>
    </li>
  );
}
