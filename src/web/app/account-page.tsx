import { AccountScreen } from '../accounts/account-screen.tsx';
import { OwnNumber } from '../accounts/own-number.tsx';
import { TextChoice } from '../messages/text-choice.tsx';

export function AccountPage() {
  return <AccountScreen textChoice={<TextChoice OwnNumber={OwnNumber} />} />;
}
