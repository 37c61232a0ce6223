import { AlumniTextConsentScreen } from '../alumni/alumni-text-consent-screen.tsx';
import { ClassesScreen } from '../alumni/classes-screen.tsx';
import { OwnNumber } from '../phone-numbers/own-number.tsx';

export function AlumniTextConsentPage() {
  return <AlumniTextConsentScreen OwnNumber={OwnNumber} />;
}

export function ClassesPage() {
  return <ClassesScreen OwnNumber={OwnNumber} />;
}
