import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditOf } from '../../course/pages.ts';
import { invalidate } from '../api.ts';
import { refetchTimeline } from '../history/queries.ts';
import type { MemberChange } from '../people/member-changes.tsx';
import { Button, DialogButton } from '../ui/button.tsx';
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

interface Viewer {
  canEdit: boolean;
  isAdmin: boolean;
}

interface PersonAction {
  label: string;
  variant?: ButtonStyle['variant'];
  isOffered: (page: PersonPage, viewer: Viewer) => boolean;
  Dialog: ComponentType<DialogControl & { page: PersonPage }>;
}

function changing(change: MemberChange): PersonAction['Dialog'] {
  return ({ page, ...dialog }) => <MemberChangeDialog change={change} person={page} {...dialog} />;
}

const actions: readonly PersonAction[] = [
  {
    label: 'Edit Student',
    isOffered: (page, viewer) => viewer.isAdmin && page.student !== null,
    Dialog: ({ page, ...dialog }) => (
      <EditStudentDialog student={page.student ?? undefined} {...dialog} />
    ),
  },
  {
    label: 'Send Login Link',
    isOffered: (page, viewer) => viewer.canEdit && !page.deactivatedAt,
    Dialog: ({ page, ...dialog }) => <SendLoginLinkDialog person={page} {...dialog} />,
  },
  {
    label: 'Transfer Status…',
    isOffered: (page, viewer) => viewer.isAdmin && page.student !== null,
    Dialog: changing('transfer'),
  },
  {
    label: 'Edit Alumni',
    isOffered: (page, viewer) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: ({ page, ...dialog }) => <EditAlumnusDialog alumnus={page} {...dialog} />,
  },
  {
    label: 'Make Alumni',
    isOffered: (page, viewer) => viewer.isAdmin && isActive(page, 'student'),
    Dialog: changing('makeAlumni'),
  },
  {
    label: 'Change Back to Student',
    isOffered: (page, viewer) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: changing('makeStudent'),
  },
  {
    label: 'Deactivate',
    isOffered: (page, viewer) => viewer.isAdmin && isMember(page) && !page.deactivatedAt,
    Dialog: changing('deactivate'),
  },
  {
    label: 'Reactivate',
    isOffered: (page, viewer) =>
      viewer.isAdmin && isMember(page) && page.deactivatedAt !== null && !page.erasedAt,
    Dialog: changing('reactivate'),
  },
  {
    label: 'Erase…',
    variant: 'caution',
    isOffered: (page, viewer) => viewer.isAdmin && isMember(page) && !page.erasedAt,
    Dialog: ({ page, ...dialog }) => <ErasePersonDialog person={page} {...dialog} />,
  },
];

/** Excludes teachers and admins, who are managed on the Staff page. */
const isMember = ({ role }: PersonPage) => role === 'student' || role === 'alumni';
const isActive = ({ role, deactivatedAt }: PersonPage, wantedRole: PersonPage['role']) =>
  role === wantedRole && !deactivatedAt;

interface PersonActionsProps {
  page: PersonPage;
  viewer: Viewer;
  printing: { print: () => void; isPreparing: boolean };
}

export function PersonActions({ page, viewer, printing }: PersonActionsProps) {
  const client = useQueryClient();
  const acting = useDialog<PersonAction>();
  const close = () => {
    acting.close();
    invalidate(client, 'GET /api/admin/people/:id');
    invalidate(client, 'GET /api/admin/people/:id/return');
    refetchTimeline(client);
  };
  const offered = actions.filter(({ isOffered }) => isOffered(page, viewer));
  return (
    <Card as="section" aria-label="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-2.5 lg:flex-col">
        {offered.map((action) => (
          <DialogButton
            key={action.label}
            variant={action.variant ?? 'outline'}
            onClick={() => acting.open(action)}
          >
            {action.label}
          </DialogButton>
        ))}
        <Button
          variant="outline"
          size="small"
          pending={printing.isPreparing}
          pendingText="Preparing…"
          onClick={printing.print}
        >
          Print This Page
        </Button>
        {viewer.isAdmin && (
          <Link
            href={auditOf('person', page.id)}
            className={buttonStyles({ variant: 'outline', size: 'small' })}
          >
            Audit
          </Link>
        )}
      </div>
      {/* Render the opened action, because saving may remove that action from `offered`. */}
      {acting.render(({ open }, { Dialog }) => (
        <Dialog page={page} open={open} onClose={close} />
      ))}
    </Card>
  );
}
