import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditOf } from '../../course/pages.ts';
import { invalidate } from '../api.ts';
import { refetchTimeline } from '../history/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { type ButtonStyle, buttonStyles } from '../ui/styles.ts';

const EditStudentDialog = loadLazily(() =>
  import('../people/edit-student-dialog.tsx').then((chunk) => chunk.EditStudentDialog),
);
const EditAlumnusDialog = loadLazily(() =>
  import('../people/edit-alumnus-dialog.tsx').then((chunk) => chunk.EditAlumnusDialog),
);
const MakeAlumnusDialog = loadLazily(() =>
  import('../people/member-changes.tsx').then((chunk) => chunk.MakeAlumnusDialog),
);
const MakeStudentDialog = loadLazily(() =>
  import('../people/member-changes.tsx').then((chunk) => chunk.MakeStudentDialog),
);
const DeactivateDialog = loadLazily(() =>
  import('../people/member-changes.tsx').then((chunk) => chunk.DeactivateDialog),
);
const ReactivateDialog = loadLazily(() =>
  import('../people/member-changes.tsx').then((chunk) => chunk.ReactivateDialog),
);
const ErasePersonDialog = loadLazily(() =>
  import('../people/erase-person-dialog.tsx').then((chunk) => chunk.ErasePersonDialog),
);

const SendLoginLinkDialog = loadLazily(() =>
  import('../people/send-login-link-dialog.tsx').then((chunk) => chunk.SendLoginLinkDialog),
);
const TransferStudentDialog = loadLazily(() =>
  import('../people/transfer-student-dialog.tsx').then((chunk) => chunk.TransferStudentDialog),
);

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

interface ActionDialogProps {
  page: PersonPage;
  open: boolean;
  onClose: () => void;
}

/** One thing that can be done for a person, in a dialog that is loaded when it is first opened. */
interface PersonAction {
  label: string;
  variant?: ButtonStyle['variant'];
  isOffered: (situation: Situation) => boolean;
  Dialog: ComponentType<ActionDialogProps>;
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
    Dialog: ({ page, ...dialog }) => <TransferStudentDialog person={page} {...dialog} />,
  },
  {
    label: 'Edit Alumni',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: ({ page, ...dialog }) => <EditAlumnusDialog alumnus={page} {...dialog} />,
  },
  {
    label: 'Make Alumni',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'student'),
    Dialog: ({ page, ...dialog }) => <MakeAlumnusDialog person={page} {...dialog} />,
  },
  {
    label: 'Make Student again',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isActive(page, 'alumni'),
    Dialog: ({ page, ...dialog }) => <MakeStudentDialog person={page} {...dialog} />,
  },
  {
    label: 'Deactivate',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isMember(page) && !page.deactivatedAt,
    Dialog: ({ page, ...dialog }) => <DeactivateDialog person={page} {...dialog} />,
  },
  {
    label: 'Reactivate',
    isOffered: ({ page, viewer }) =>
      viewer.isAdmin && isMember(page) && page.deactivatedAt !== null && !page.erasedAt,
    Dialog: ({ page, ...dialog }) => <ReactivateDialog person={page} {...dialog} />,
  },
  {
    label: 'Erase…',
    variant: 'caution',
    isOffered: ({ page, viewer }) => viewer.isAdmin && isMember(page) && !page.erasedAt,
    Dialog: ({ page, ...dialog }) => (
      <ErasePersonDialog person={page} {...dialog} onErased={dialog.onClose} />
    ),
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
  const [opened, setOpened] = useState<{ label: string; isOpen: boolean; times: number }>();
  const open = (label: string) =>
    setOpened((last) => ({ label, isOpen: true, times: (last?.times ?? 0) + 1 }));
  const close = () => {
    setOpened((last) => last && { ...last, isOpen: false });
    invalidate(client, 'GET /api/admin/people/:id');
    invalidate(client, 'GET /api/admin/people/:id/return');
    refetchTimeline(client);
  };
  const offered = actions.filter(({ isOffered }) => isOffered(situation));
  // Not only those offered: what was done may be the end of the offer, and its dialog closes by itself.
  const Dialog = actions.find(({ label }) => label === opened?.label)?.Dialog;
  return (
    <Card as="section" aria-label="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-2.5 lg:flex-col">
        {offered.map(({ label, variant = 'outline' }) => (
          <Button
            key={label}
            variant={variant}
            size="small"
            aria-haspopup="dialog"
            onClick={() => open(label)}
          >
            {label}
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
      <Suspense>
        {/* Anew each time, so that it reads once more what it would change. */}
        {Dialog && (
          <Dialog key={opened?.times} page={page} open={opened?.isOpen ?? false} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}
