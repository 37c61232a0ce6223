import { TextChoice } from '../alumni/text-choice.tsx';
import { useAuth } from '../auth.tsx';
import { AccountScreen } from '../sign-in/account-screen.tsx';
import { StudentTextChoice } from '../text-consent/student-text-choice.tsx';

export function AccountPage() {
  const { user } = useAuth();
  return (
    <AccountScreen
      textChoice={
        <>
          {user?.role === 'student' && <StudentTextChoice user={user} />}
          {user?.role === 'alumni' && <TextChoice user={user} />}
        </>
      }
    />
  );
}
