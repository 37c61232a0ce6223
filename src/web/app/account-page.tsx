import { AccountScreen } from '../accounts/account-screen.tsx';
import { OwnNumber } from '../accounts/own-number.tsx';
import { useAuth } from '../auth.tsx';
import { TextChoice } from '../meetings/text-choice.tsx';
import { StudentTextChoice } from '../messages/text-consent-screen.tsx';

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
