import { Link } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { useAlumni } from '../people/queries.ts';
import { useSearchAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { formatCount } from '../ui/loaded-list.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { PeopleList, type PeopleTabProps } from './people-list.tsx';
import { alumniColumns } from './person-columns.tsx';

const { EditAlumnusDialog } = lazily(() => import('../people/person-dialog.tsx'));

export function AlumniTab({ canAdd, canEdit }: PeopleTabProps) {
  const list = useSearchAddress();
  const search = list.stored;
  const query = useAlumni({ search, page: list.storedPage });
  const { data, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const editing = useDialog<number>();
  return (
    <>
      <PeopleList
        kind="alumni"
        {...{ list, query, search, canAdd, canEdit }}
        rows={data?.data}
        columns={alumniColumns(canEdit ? editing.open : undefined)}
        count={
          total === undefined ? undefined : `${formatCount(total)} alumni${search && ' found'}`
        }
        isStale={isPlaceholderData}
        // While a page is loading, show the requested page number, so that two clicks on Next advance two pages.
        page={isPlaceholderData ? Math.min(list.page, totalPages) : page}
        pages={totalPages}
      >
        {canEdit && (
          <Link
            href={PAGES.makeAlumni}
            className={buttonStyles({ variant: 'outline', size: 'small' })}
          >
            Make Alumni
          </Link>
        )}
      </PeopleList>
      {editing.render((dialog, subject) => (
        <EditAlumnusDialog alumnus={data?.data.find(({ id }) => id === subject)} {...dialog} />
      ))}
    </>
  );
}
