import { Suspense } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { describeWish } from '../../course/wishes.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { AnswerWishDialog } = lazily(() => import('../scheduling/answer-wish-dialog.tsx'));

interface PersonWishProps {
  page: PersonPage;
  wish: NonNullable<PersonPage['wish']>;
  canEdit: boolean;
}

/** Times that would suit a student for whom none of those offered does, as they told staff. */
export function PersonWish({ page, wish, canEdit }: PersonWishProps) {
  const dialog = useDialog<typeof wish>();
  const { classNumber, comment, sentAt, answered } = wish;
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
            onClick={() => dialog.open(wish)}
          >
            Mark as answered…
          </Button>
        )
      )}
      <Suspense>
        {dialog.subject && (
          <AnswerWishDialog
            wish={wish}
            name={page.firstName}
            open={dialog.isOpen}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </Card>
  );
}

const when = (instant: string) =>
  `${formatCompactDate(new Date(instant))}, ${formatTime(new Date(instant))}`;
