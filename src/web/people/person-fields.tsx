import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../ui/field.tsx';

type TextName = 'email' | 'firstName' | 'lastName' | 'phone';

interface PersonFieldsProps {
  /** Ties a field to the form, which may know it by another name. */
  bind: (name: TextName) => Partial<ComponentProps<typeof TextField>>;
  /** Whoever takes or took the course has one. */
  startDate?: ReactNode;
}

export function PersonFields({ bind, startDate }: PersonFieldsProps) {
  return (
    <>
      <TextField label="Email" type="email" autoCapitalize="none" {...asTyped} {...bind('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First Name" {...asTyped} {...bind('firstName')} />
        <TextField label="Last Name" {...asTyped} {...bind('lastName')} />
      </div>
      <TextField label="Phone (optional)" type="tel" {...asTyped} {...bind('phone')} />
      {startDate}
    </>
  );
}

/** Somebody else's particulars: the browser is not to fill in one's own. */
const asTyped = { autoComplete: 'off', spellCheck: false } as const;
