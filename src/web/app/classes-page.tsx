import { ClassesScreen } from '../alumni/classes-screen.tsx';
import { OwnNumber } from '../phone-numbers/own-number.tsx';

export function ClassesPage() {
  return <ClassesScreen OwnNumber={OwnNumber} />;
}
