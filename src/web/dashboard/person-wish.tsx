import type { PersonPage } from '../../contract/person-page.ts';
import { describeWish } from '../../course/wishes.ts';
import { callApi } from '../api.ts';
import { DialogButton } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { when } from './person-facts.tsx';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface PersonWishProps {
  page: PersonPage;
  wish: NonNullable<PersonPage['wish']>;
  canEdit: boolean;
}

const changedByAnswering = [
  'GET /api/admin/people/:id',
  'GET /api/admin/people/:id/timeline',
  'GET /api/admin/problems/count',
] as const;

/** Shows a student's request for other class times. */
export function PersonWish({ page, wish, canEdit }: PersonWishProps) {
  const answering = useDialog<true>();
  const { id, version, classNumber, comment, sentAt, answered } = wish;
  const times = describeWish(wish);
  return (
    <Section
      id="wish-heading"
      title={answered ? 'Times that would work' : `No time works for Class ${classNumber}`}
      variant={answered ? 'plain' : 'accent'}
      className="wrap-anywhere"
    >
      {times && <p>{times}</p>}
      {comment && <p>“{comment}”</p>}
      <p className="text-muted text-sm">
        For Class {classNumber}, sent on {when(sentAt)}
      </p>
      {answered ? (
        <p className="text-muted text-sm">
          {answered.by === null ? 'They picked a time themselves' : `Answered by ${answered.by}`},{' '}
          {when(answered.at)}
        </p>
      ) : (
        canEdit && (
          <DialogButton className="mt-3 print:hidden" onClick={() => answering.open(true)}>
            Mark as Answered…
          </DialogButton>
        )
      )}
      {answering.render((dialog) => (
        <ActionDialog
          {...dialog}
          returnTo="wish-heading"
          title="Mark as answered?"
          description={`This will remove the request from Problems. We won’t notify ${page.firstName}, so please write to them or pick a time for them.`}
          confirmText="Mark as Answered"
          confirmVariant="primary"
          run={() =>
            callApi('POST /api/admin/class-time-wishes/:id/answer', {
              params: { id },
              ifMatch: version,
            })
          }
          invalidates={changedByAnswering}
          failed="We couldn’t save this. Please try again."
        />
      ))}
    </Section>
  );
}
