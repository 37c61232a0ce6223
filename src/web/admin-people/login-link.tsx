import type { AlumniRow } from '../../contract/admin-people.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { toastError } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';

export function LoginLink({ person }: { person: AlumniRow }) {
  const { loginLink, firstName, lastName } = person;
  if (!loginLink) return <span className="text-muted text-sm">No active link</span>;
  const copy = async () => {
    if (await copyText(window.location.origin + loginLink)) {
      toast({ title: 'Copied to clipboard', description: 'Login link copied to clipboard' });
    } else {
      toastError('The login link could not be copied. Your browser did not allow it.');
    }
  };
  return (
    <Button variant="outline" size="small" onClick={copy}>
      <span>
        Copy Link
        <span className="sr-only">
          {' '}
          of {firstName} {lastName}
        </span>
      </span>
    </Button>
  );
}
