import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'ref' | 'error' | 'hint'> & {
  value: string;
  onChange: (value: string) => void;
};

/** For a code that was sent to somebody. Phones offer the one of a text message that they have just received. */
export function CodeField({ onChange, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      label="Six-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={20}
      className="text-center font-semibold text-xl tracking-[0.3em]"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The six digits of what was typed or pasted, such as '123 456'; undefined where it is something else. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
