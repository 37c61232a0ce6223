import { Ellipsis } from 'lucide-react';
import { BroadcastDialog } from '../../broadcasts/broadcast-dialog.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { SmallButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { HoverPopover } from '../../ui/hover-popover.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Opener } from '../../ui/opener.tsx';
import { PartFailed, PartLoading } from '../../ui/part-failed.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { ignore, Part, row } from './part.tsx';

const preview = {
  ...{ mails: 12, texts: 5, names: ['Nora Lind', 'Marcus Bell'], minutes: 2 },
  mail: { subject: 'See you on Tuesday', text: 'Hello Nora,\n\nwe start at 4:00 PM PT.' },
  text: { body: 'We start at 4:00 PM PT.', segments: 1 },
};
const undo = { label: 'Undo', spoken: 'Undo on your schedule', run: ignore };

export function Openers() {
  return (
    <Part name="Things that open">
      <div className={row}>
        <ActionButton
          button={{ children: 'Confirmation', size: 'small' }}
          title="Cancel this class?"
          description="Six students will get an email."
          confirmText="Cancel Class"
          failed="We couldn’t cancel the class. Please try again."
          run={() => Promise.reject(new TypeError())}
        />
        <Opener
          dialog={(dialog) => (
            <BroadcastDialog
              {...dialog}
              title="Message the Class"
              description="Tuesday, December 1 at 4:00 PM PT"
              preview={async () => preview}
              send={async () => ({ message: 'Sent' })}
            />
          )}
        >
          Form
        </Opener>
        <Opener
          dialog={(dialog) => (
            <Dialog {...dialog} title="Your meeting" description="You need these only by phone.">
              <DialogActions onClose={dialog.onClose} />
            </Dialog>
          )}
        >
          Facts
        </Opener>
        <Opener dialog={({ open, onClose }) => open && <PartLoading onClose={onClose} />}>
          Loading
        </Opener>
        <Opener
          dialog={(dialog) => (
            <PartFailed {...dialog} tries={0} isRetrying={false} onRetry={ignore} />
          )}
        >
          Failed
        </Opener>
      </div>
      <div className={row}>
        <SmallButton
          onClick={() => toast({ title: 'Class 6 moved', description: 'See you.', action: undo })}
        >
          Toast
        </SmallButton>
        <SmallButton onClick={() => toastError('We couldn’t save this. Please try again.')}>
          Error Toast
        </SmallButton>
        <Menu
          label="Menu"
          variant="quiet"
          size="slim"
          heading="Amara Osei, admin"
          items={[
            { label: 'Dashboard', href: '/styleguide', isCurrent: true },
            { label: 'Edit' },
            { label: 'Delete', isDangerous: true },
          ]}
        >
          <Ellipsis aria-hidden className="size-5" />
        </Menu>
        <HoverPopover trigger="Popover">Class 6 and five others are scheduled.</HoverPopover>
      </div>
    </Part>
  );
}
