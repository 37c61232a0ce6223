import { useQueryClient } from '@tanstack/react-query';
import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { describeWish } from '../../course/wishes.ts';
import { callApi, invalidate } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface PersonWishProps {
  page: PersonPage;
  wish: NonNullable<PersonPage['wish']>;
  canEdit: boolean;
}

/** Times that would suit a student for whom none of those offered does, as they told staff. */
export function PersonWish({ page, wish, canEdit }: PersonWishProps) {
  const client = useQueryClient();
  const asking = useDialog<true>();
  const refetch = async () => {
    await invalidate(client, 'GET /api/admin/people/:id');
    invalidate(client, 'GET /api/admin/people/:id/timeline');
    invalidate(client, 'GET /api/admin/problems/count');
  };
  const { id, version, classNumber, comment, sentAt, answered } = wish;
  const words = describeWish(wish);
  return (
    <Card
      as="section"
      variant={answered ? 'plain' : 'accent'}
      aria-labelledby="wish-heading"
      className="wrap-anywhere"
    >
      <h2 id="wish-heading" tabIndex={-1} className="mb-2 font-semibold">
        {answered ? 'Times that would suit' : `No time fits for class ${classNumber}`}
      </h2>
      {words && <p>{words}</p>}
      {comment && <p>“{comment}”</p>}
      <p className="text-muted text-sm">
        For class {classNumber}, sent {when(sentAt)}
      </p>
      {answered ? (
        <p className="text-muted text-sm">
          {answered.by === null ? 'Chose a time themselves' : `Answered by ${answered.by}`},{' '}
          {when(answered.at)}
        </p>
      ) : (
        canEdit && (
          <Button
            variant="outline"
            size="small"
            className="mt-3 print:hidden"
            aria-haspopup="dialog"
            onClick={() => asking.open(true)}
          >
            Mark as answered…
          </Button>
        )
      )}
      {asking.render((dialog) => (
        <ActionDialog
          {...dialog}
          returnTo="wish-heading"
          title="Mark as answered?"
          description={`It then no longer waits among the problems. ${page.firstName} is told nothing by this: write to them, or choose a time for them.`}
          confirmText="Mark as answered"
          confirmVariant="primary"
          pendingText="Saving..."
          run={() =>
            callApi('POST /api/admin/class-time-wishes/:id/answer', {
              params: { id },
              ifMatch: version,
            })
          }
          onDone={refetch}
          // It was replaced or taken back: the page then shows what is there.
          onFailed={refetch}
          toast={({ message }) => ({ title: message })}
          failed="It could not be saved. Please try again."
        />
      ))}
    </Card>
  );
}

const when = (instant: string) =>
  `${formatCompactDate(new Date(instant))}, ${formatTime(new Date(instant))}`;
