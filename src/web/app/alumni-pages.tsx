import { OwnNumber } from '../accounts/own-number.tsx';
import { useAuth } from '../auth.tsx';
import { ClassesScreen } from '../meetings/classes-screen.tsx';
import { TextChoice } from '../messages/text-choice.tsx';
import { AlumniTextConsentScreen } from '../messages/text-consent-screen.tsx';

export function AlumniTextConsentPage() {
  return <AlumniTextConsentScreen OwnNumber={OwnNumber} />;
}

export function ClassesPage() {
  const { user } = useAuth();
  const isOwnAlum = user?.role === 'alumni' && !user.usesStaffLink;
  const choice = isOwnAlum && <TextChoice user={user} OwnNumber={OwnNumber} />;
  return <ClassesScreen textChoice={choice} />;
}
