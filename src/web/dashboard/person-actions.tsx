import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { invalidate } from '../api.ts';
import { refetchTimeline } from '../timeline/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import type { ButtonStyle } from '../ui/styles.ts';

const EditStudentDialog = loadLazily(() =>
  import('../people/edit-student-dialog.tsx').then((chunk) => chunk.EditStudentDialog),
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
];

/** What can be done for a person by whoever looks at their page. */
export function PersonActions(situation: Situation) {
  const { page } = situation;
  const client = useQueryClient();
  const [opened, setOpened] = useState<{ label: string; isOpen: boolean }>();
  const close = () => {
    setOpened((last) => last && { ...last, isOpen: false });
    invalidate(client, 'GET /api/admin/people/:id');
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
            onClick={() => setOpened({ label, isOpen: true })}
          >
            {label}
          </Button>
        ))}
        <Button variant="outline" size="small" onClick={() => window.print()}>
          Print this page
        </Button>
      </div>
      <Suspense>
        {Dialog && <Dialog page={page} open={opened?.isOpen ?? false} onClose={close} />}
      </Suspense>
    </Card>
  );
}
