import { site } from './site.ts';

export function FirstSessionsNote() {
  return (
    <p className="my-6 border-primary border-l-3 pl-4 text-muted text-sm/6">
      Classes 5 to 10 follow your first four sessions. The dates of those four are in the booking
      confirmation email from your teacher. Its subject reads “Next steps for your{' '}
      {site.courseShortName} course”.
    </p>
  );
}
