import { Suspense } from 'react';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { SendAgainQuestion } = lazily(() => import('./send-again-question.tsx'));

interface SendAgainProps {
  messageId: number;
  /** What message it is, such as 'Class moved by mail'. */
  name: string;
  /** To whom it goes. */
  recipient: string;
  onSent: () => void;
}

/** Under a message in a list of those that were sent. */
export function SendAgain(props: SendAgainProps) {
  const dialog = useDialog<true>();
  return (
    <>
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 text-sm pointer-fine:min-h-7 print:hidden"
        onClick={() => dialog.open(true)}
      >
        Send again<span className="sr-only"> {props.name}</span>
      </TextButton>
      {dialog.subject && (
        <Suspense>
          <SendAgainQuestion {...props} open={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
