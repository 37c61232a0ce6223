import { useAuth } from '../auth.tsx';
import { ClassesScreen } from '../meetings/classes-screen.tsx';
import { TextChoice } from '../messages/text-consent/text-choice.tsx';

export function ClassesPage() {
  const { user } = useAuth();
  const isOwnAlum = user?.role === 'alumni' && !user.usesStaffLink;
  return <ClassesScreen textChoice={isOwnAlum && <TextChoice user={user} />} />;
}
