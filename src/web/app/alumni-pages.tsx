import { OwnNumber } from '../accounts/own-number.tsx';
import { AlumniTextConsentScreen } from '../meetings/alumni-text-consent-screen.tsx';
import { ClassesScreen } from '../meetings/classes-screen.tsx';

export function AlumniTextConsentPage() {
  return <AlumniTextConsentScreen OwnNumber={OwnNumber} />;
}

export function ClassesPage() {
  return <ClassesScreen OwnNumber={OwnNumber} />;
}
