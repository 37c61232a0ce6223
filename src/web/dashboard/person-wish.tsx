import type { PersonPage } from '../../contract/person-page.ts';
import { describeWish } from '../../course/wishes.ts';
import { callApi } from '../api.ts';
import { useRights } from '../auth.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Section } from '../ui/card.tsx';
import { when } from './person-facts.tsx';

export function PersonWish({ page: { wish, firstName } }: { page: PersonPage }) {
  const { canEdit } = useRights();
  if (!wish) return null;
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
          <ActionButton
            button={{
              size: 'small',
              className: 'mt-3 print:hidden',
              children: 'Mark as Answered…',
            }}
            returnTo="wish-heading"
            title="Mark as answered?"
            description={`This will remove the request from Problems. We won’t notify ${firstName}, so please write to them or pick a time for them.`}
            confirmText="Mark as Answered"
            confirmVariant="primary"
            run={() =>
              callApi('POST /api/admin/class-time-wishes/:id/answer', {
                params: { id },
                ifMatch: version,
              })
            }
            invalidates={[
              'GET /api/admin/people/:id',
              'GET /api/admin/people/:id/timeline',
              'GET /api/admin/problems/count',
            ]}
            failed="We couldn’t save this. Please try again."
          />
        )
      )}
    </Section>
  );
}
