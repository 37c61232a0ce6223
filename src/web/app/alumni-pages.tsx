import { OwnNumber } from '../accounts/own-number.tsx';
import { useAuth } from '../auth.tsx';
import { ClassesScreen } from '../meetings/classes-screen.tsx';
import { AlumniTextConsentScreen } from '../messages/alumni-text-consent-screen.tsx';
import { TextChoice } from '../messages/text-choice.tsx';

export function AlumniTextConsentPage() {
  return <AlumniTextConsentScreen OwnNumber={OwnNumber} />;
}

export function ClassesPage() {
  const { user } = useAuth();
  return (
    <ClassesScreen>
      {user?.role === 'alumni' && !user.usesStaffLink && (
        <TextChoice user={user} OwnNumber={OwnNumber} className="mt-8" />
      )}
    </ClassesScreen>
  );
}
