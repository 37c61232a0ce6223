import type { PersonPage } from '../../contract/person-page.ts';
import { formatCalendarDate, formatTime } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Email, formatPhone } from '../ui/contact.tsx';
import { Notice } from '../ui/notice.tsx';

const roleNames = { student: 'Student', alumni: 'Alumni', teacher: 'Teacher', admin: 'Admin' };
const day = (instant: string) => formatCalendarDate(pacificDate(new Date(instant)));

/** Who a person is, in a line or two. */
export function PersonFacts({ page }: { page: PersonPage }) {
  const { role, email, phone, startDate, transferStudent, createdAt, erasedAt } = page;
  const facts = [
    roleNames[role],
    transferStudent && 'transfer student',
    startDate && `started ${formatCalendarDate(startDate)}`,
    role === 'teacher' && (page.canEdit ? 'may edit' : 'may not edit'),
    `here since ${day(createdAt)}`,
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {!erasedAt && (
        <p className="wrap-anywhere">
          <Email address={email} /> ·{' '}
          {phone ? (
            <a
              href={`tel:${phone}`}
              className="whitespace-nowrap underline-offset-3 hover:underline"
            >
              {formatPhone(phone)}
            </a>
          ) : (
            'no phone number'
          )}
          {phone && !page.isPhoneConfirmed && ' (not confirmed yet: it signs nobody in)'}
        </p>
      )}
      <p>{facts.join(' · ')}</p>
      <OtherViewers viewers={page.otherViewers} />
      <Ended page={page} />
    </>
  );
}

/** So that two do not act for the same person at once. */
function OtherViewers({ viewers }: { viewers: PersonPage['otherViewers'] }) {
  if (viewers.length === 0) return null;
  const names = viewers.map(({ name, at }) => `${name} at ${formatTime(new Date(at))}`);
  return <p className="text-sm print:hidden">Also looked at by {names.join(', ')}</p>;
}

function Ended({ page: { erasedAt, deactivatedAt } }: { page: PersonPage }) {
  if (erasedAt) {
    return (
      <Notice tone="warning" title={`Erased on ${day(erasedAt)}`} className="mt-3">
        Nothing that names this person is kept. What is left below only keeps the counts of classes
        true.
      </Notice>
    );
  }
  if (!deactivatedAt) return null;
  return (
    <Notice tone="warning" title={`Deactivated on ${day(deactivatedAt)}`} className="mt-3">
      This person cannot sign in, is in no list and is sent nothing. What they did stays.
    </Notice>
  );
}
