import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditOf } from '../../course/pages.ts';
import { invalidate } from '../api.ts';
import { refetchTimeline } from '../history/queries.ts';
import type { MemberChange } from '../people/member-changes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { type ButtonStyle, buttonStyles } from '../ui/styles.ts';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';

const { EditAlumnusDialog, EditStudentDialog } = lazily(
  () => import('../people/person-dialog.tsx'),
);
const { MemberChangeDialog } = lazily(() => import('../people/member-changes.tsx'));
const { ErasePersonDialog } = lazily(() => import('../people/erase-person-dialog.tsx'));

const { SendLoginLinkDialog } = lazily(() => import('../people/send-login-link-dialog.tsx'));

/** Who looks at the page. */
interface Viewer {
  canEdit: boolean;
  isAdmin: boolean;
}

interface Situation {
  page: PersonPage;
  viewer: Viewer;
  now: Date;
}

interface ActionDialogProps extends DialogControl {
  page: PersonPage;
}

/** One thing that can be done for a person, in a dialog that is loaded when it is first opened. */
interface PersonAction {
  label: string;
  variant?: ButtonStyle['variant'];
  isOffered: (situation: Situation) => boolean;
  Dialog: ComponentType<ActionDialogProps>;
}

function changing(change: MemberChange): PersonAction['Dialog'] {
  return ({ page, ...dialog }) => <MemberChangeDialog change={change} person={page} {...dialog} />;
}

/** In the order of the page. Whoever adds one gets its dialog opened, closed and the page refetched by what is below. */
const actions: readonly PersonAction[] = [
  {
    label: 'Edit Student',
    isOffered: ({ page, viewer }) => viewer.isAdmin && page.student !== null,
    Dialog: ({ page, ...dialog }) => (
      <EditStudentDialog student={page.student ?? undefined} {...dialog} />
    ),
  },
  {
    label: 'Send Login Link',
    isOffered: ({ page, viewer }) => viewer.canEdit && !page.deactivatedAt,
    Dialog: ({ page, ...dialog }) => <SendLoginLinkDialog person={page} {...dialog} />,
  },
  {
    label: 'Transfer Student…',
    isOffered: ({ page, viewer }) => viewer.isAdmin && page.student !== null,
    Dialog: changing('transfer'),
  },
  {
    label: 'Edit Alumni',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: ({ page, ...dialog }) => <EditAlumnusDialog alumnus={page} {...dialog} />,
  },
  {
    label: 'Make Alumni',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'student'),
    Dialog: changing('makeAlumni'),
  },
  {
    label: 'Make Student again',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: changing('makeStudent'),
  },
  {
    label: 'Deactivate',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isMember(page) && !page.deactivatedAt,
    Dialog: changing('deactivate'),
  },
  {
    label: 'Reactivate',
    isOffered: ({ page, viewer }) =>
      viewer.isAdmin && isMember(page) && page.deactivatedAt !== null && !page.erasedAt,
    Dialog: changing('reactivate'),
  },
  {
    label: 'Erase…',
    variant: 'caution',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isMember(page) && !page.erasedAt,
    Dialog: ({ page, ...dialog }) => <ErasePersonDialog person={page} {...dialog} />,
  },
];

/** The access of staff has a page of its own. */
const isMember = ({ role }: PersonPage) => role === 'student' || role === 'alumni';
const isActive = ({ role, deactivatedAt }: PersonPage, wanted: PersonPage['role']) =>
  role === wanted && !deactivatedAt;

interface PersonActionsProps extends Situation {
  printing: { print: () => void; isPreparing: boolean };
}

/** What can be done for a person by whoever looks at their page. */
export function PersonActions({ printing, ...situation }: PersonActionsProps) {
  const { page } = situation;
  const client = useQueryClient();
  const doing = useDialog<PersonAction>();
  const close = () => {
    doing.close();
    invalidate(client, 'GET /api/admin/people/:id');
    invalidate(client, 'GET /api/admin/people/:id/return');
    refetchTimeline(client);
  };
  const offered = actions.filter(({ isOffered }) => isOffered(situation));
  return (
    <Card as="section" aria-label="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-2.5 lg:flex-col">
        {offered.map((action) => (
          <Button
            key={action.label}
            variant={action.variant ?? 'outline'}
            size="small"
            aria-haspopup="dialog"
            onClick={() => doing.open(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button
          variant="outline"
          size="small"
          pending={printing.isPreparing}
          pendingText="Preparing…"
          onClick={printing.print}
        >
          Print this page
        </Button>
        {situation.viewer.isAdmin && (
          <Link
            href={auditOf('person', page.id)}
            className={buttonStyles({ variant: 'outline', size: 'small' })}
          >
            Audit
          </Link>
        )}
      </div>
      {/* Although it may no longer be offered: what was done may be the end of the offer. */}
      {doing.render(({ open }, { Dialog }) => (
        <Dialog page={page} open={open} onClose={close} />
      ))}
    </Card>
  );
}
