import { useRef, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { Card } from '../ui/card.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { Switch } from '../ui/switch.tsx';
import { TextTerms, textChoice } from './text-terms.tsx';
import { useTextChoice } from './use-text-choice.ts';

interface TextChoiceProps {
  user: User;
  OwnNumber: NumberSlot;
  className?: string;
}

/** The choice of the page for text preferences, which is shown once. Here it can be changed at any time. */
export function TextChoice({ user, OwnNumber, className }: TextChoiceProps) {
  const { save, saving } = useTextChoice();
  const number = useRef<NumberHandle>(null);
  /** A yes that waits for a number. */
  const [isWaiting, setWaiting] = useState(false);
  const choose = async (consent: boolean) => {
    const wasWaiting = isWaiting;
    setWaiting(consent);
    if (consent ? !(await number.current?.settle(true)) : wasWaiting) return;
    setWaiting(false);
    save(consent);
  };
  return (
    <Card as="section" aria-labelledby="text-choice" className={className}>
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={textChoice}
        checked={isWaiting || (saving ?? user.textConsent)}
        onChange={choose}
      />
      <OwnNumber
        ref={number}
        isNeeded={isWaiting || user.textConsent}
        onSaved={() => {
          if (isWaiting) save(true);
          setWaiting(false);
        }}
        onLeft={() => setWaiting(false)}
      />
      <TextTerms />
    </Card>
  );
}
