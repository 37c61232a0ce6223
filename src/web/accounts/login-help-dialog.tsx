import { site } from '../site.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { MailLink } from '../ui/text-link.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

export function LoginHelpDialog({ open, onClose }: DialogControl) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Need Help Logging In?"
      description="If your login link hasn’t arrived yet:"
    >
      <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-accent">
        <li>Wait a few minutes, and check your spam or junk folder too.</li>
        <li>Try logging in with your phone number instead. We’ll text you the link.</li>
        <li>
          Reading the email on another device? On the login page, enter the code from the email.
        </li>
        <li>
          Contact us at <MailLink address={site.supportEmail} />.
        </li>
      </ul>
      <DialogActions onClose={onClose} />
    </Dialog>
  );
}
