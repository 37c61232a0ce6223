import { AccountScreen } from '../accounts/account-screen.tsx';
import { useAuth } from '../auth.tsx';
import { TextChoice } from '../messages/text-consent/text-choice.tsx';

export function AccountPage() {
  const { user } = useAuth();
  const hasChoice = user?.role === 'student' || user?.role === 'alumni';
  return <AccountScreen textChoice={hasChoice && <TextChoice user={user} />} />;
}
