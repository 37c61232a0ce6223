import type { AlumniRow } from '../../contract/people.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { copyText } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';

export function LoginLink({ person }: { person: AlumniRow }) {
  if (!person.loginLink) return <span className="text-muted text-sm">No active link</span>;
  return <CopyLoginLink person={person} />;
}

function CopyLoginLink({ person }: { person: AlumniRow }) {
  const { id, firstName, lastName } = person;
  const request = useApiMutation('POST /api/admin/people/:id/login-link');
  const byHand = useDialog<string>();

  const copy = async () => {
    // The link in the row does not work until this request activates it.
    const url = request
      .mutateAsync({ params: { id } })
      ?.then((link) => window.location.origin + link.loginLink);
    if (!url) return;
    try {
      if (await copyText(url)) {
        toast({ title: 'Copied to clipboard', description: 'Login link copied to clipboard' });
      } else {
        toastError('Your browser didn’t allow copying the login link.');
        byHand.open(await url);
      }
    } catch (error) {
      toastError(errorMessage(error, 'We couldn’t copy the login link. Please try again.'));
    }
  };
  return (
    <>
      <Button variant="outline" size="small" pending={request.isPending} onClick={copy}>
        <span>
          Copy Link
          <span className="sr-only">
            {' '}
            for {firstName} {lastName}
          </span>
        </span>
      </Button>
      {byHand.render((dialog, link) => (
        <Dialog
          {...dialog}
          title="Copy the Link Yourself"
          description={`It signs ${firstName} ${lastName} in once, within the next 24 hours.`}
        >
          <div className="mt-5">
            <TextField
              label="Login link"
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
            />
          </div>
          <DialogActions>
            <Button variant="outline" onClick={dialog.onClose}>
              Close
            </Button>
          </DialogActions>
        </Dialog>
      ))}
    </>
  );
}
