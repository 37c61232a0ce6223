import { type SubmitEvent, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from './field.tsx';

export function useCodeForm(onCode: (code: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const refuse = (message: string) => {
    setError(message);
    ref.current?.focus();
  };
  const onChange = (typed: string) => {
    setValue(typed);
    setError(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = readCode(value);
    if (!code) return refuse('Please enter the six-digit code');
    setError(undefined);
    onCode(code);
  };
  return { fieldProps: { ref, value, error, onChange }, refuse, submit };
}

interface CodeFieldProps extends Pick<TextFieldProps, 'ref' | 'error' | 'hint'> {
  value: string;
  onChange: (value: string) => void;
}

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
      className="text-center font-semibold text-2xl tracking-[0.3em]"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
