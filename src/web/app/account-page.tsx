import { TextChoice } from '../alumni/text-choice.tsx';
import { useAuth } from '../auth.tsx';
import { OwnNumber } from '../phone-numbers/own-number.tsx';
import { AccountScreen } from '../sign-in/account-screen.tsx';
import { StudentTextChoice } from '../text-consent/student-text-choice.tsx';

export function AccountPage() {
  const { user } = useAuth();
  return (
    <AccountScreen
      textChoice={
        <>
          {user?.role === 'student' && <StudentTextChoice user={user} OwnNumber={OwnNumber} />}
          {user?.role === 'alumni' && <TextChoice user={user} OwnNumber={OwnNumber} />}
        </>
      }
    />
  );
}
