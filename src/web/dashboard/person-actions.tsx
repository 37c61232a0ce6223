import type { ComponentType } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditOf } from '../../course/pages.ts';
import { type Rights, useRights } from '../auth.tsx';
import { type Printing, usePersonDialog } from '../history/queries.ts';
import type { MemberChange } from '../people/member-changes.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { type PageAction, PageActions } from './page-actions.tsx';

const { EditAlumnusDialog, EditStudentDialog } = lazily(
  () => import('../people/person-dialog.tsx'),
);
const { MemberChangeDialog } = lazily(() => import('../people/member-changes.tsx'));
const { ErasePersonDialog } = lazily(() => import('../people/erase-person-dialog.tsx'));
const { SendLoginLinkDialog } = lazily(() => import('../people/send-login-link-dialog.tsx'));

interface PersonAction extends PageAction {
  isOffered: (page: PersonPage, viewer: Rights) => boolean;
  Dialog: ComponentType<DialogControl & { page: PersonPage }>;
}

function changing(change: MemberChange): PersonAction['Dialog'] {
  return ({ page, ...dialog }) => <MemberChangeDialog change={change} person={page} {...dialog} />;
}

const actions: readonly PersonAction[] = [
  {
    label: 'Edit Student',
    isButton: true,
    isOffered: (page, viewer) => viewer.isAdmin && page.student !== null,
    Dialog: ({ page, ...dialog }) => <EditStudentDialog student={page.student} {...dialog} />,
  },
  {
    label: 'Send Login Link',
    isButton: true,
    isOffered: (page, viewer) => viewer.canEdit && !page.deactivatedAt,
    Dialog: ({ page, ...dialog }) => <SendLoginLinkDialog person={page} {...dialog} />,
  },
  {
    label: 'Sign Out Everywhere',
    isOffered: (page, viewer) => viewer.isAdmin && page.signIn.devices.length > 0,
    Dialog: changing('signOut'),
  },
  {
    label: 'Reset Passkeys',
    isOffered: (page, viewer) => viewer.isAdmin && !isMember(page) && page.id !== viewer.id,
    Dialog: changing('resetPasskeys'),
  },
  {
    label: 'Transfer Status…',
    isOffered: (page, viewer) => viewer.isAdmin && page.student !== null,
    Dialog: changing('transfer'),
  },
  {
    label: 'Edit Alumni',
    isButton: true,
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
    isDangerous: true,
    isOffered: (page, viewer) => viewer.isAdmin && isMember(page) && !page.deactivatedAt,
    Dialog: changing('deactivate'),
  },
  {
    label: 'Reactivate',
    isButton: true,
    isOffered: (page, viewer) =>
      viewer.isAdmin && isMember(page) && page.deactivatedAt !== null && !page.erasedAt,
    Dialog: changing('reactivate'),
  },
  {
    label: 'Erase…',
    isDangerous: true,
    isOffered: (page, viewer) => viewer.isAdmin && isMember(page) && !page.erasedAt,
    Dialog: ({ page, ...dialog }) => <ErasePersonDialog person={page} {...dialog} />,
  },
];

const isMember = ({ role }: PersonPage) => role === 'student' || role === 'alumni';
const isActive = ({ role, deactivatedAt }: PersonPage, wantedRole: PersonPage['role']) =>
  role === wantedRole && !deactivatedAt;

export function PersonActions({ page, printing }: { page: PersonPage; printing: Printing }) {
  const viewer = useRights();
  const acting = usePersonDialog<PersonAction>();
  const offered = actions.filter(({ isOffered }) => isOffered(page, viewer));
  return (
    <>
      <PageActions
        more={printing.isPreparing ? 'Preparing…' : undefined}
        actions={[
          ...offered.map((action) => ({ ...action, onSelect: () => acting.open(action) })),
          { label: 'Print This Page', onSelect: printing.print },
          ...(viewer.isAdmin ? [{ label: 'Audit', href: auditOf('person', page.id) }] : []),
        ]}
      />
      {/* Render the action that was opened, even if saving has removed it from `offered`. */}
      {acting.render((dialog, { Dialog }) => (
        <Dialog page={page} {...dialog} />
      ))}
    </>
  );
}
