import { OwnNumber } from '../accounts/own-number.tsx';
import { ClassesScreen } from '../meetings/classes-screen.tsx';
import { TextChoice } from '../messages/text-choice.tsx';
import { TextConsentScreen } from '../messages/text-consent-screen.tsx';

export function AlumniTextConsentPage() {
  return <TextConsentScreen member="alumni" OwnNumber={OwnNumber} />;
}

export function ClassesPage() {
  return (
    <>
      <ClassesScreen />
      <TextChoice OwnNumber={OwnNumber} className="mt-8" />
    </>
  );
}
