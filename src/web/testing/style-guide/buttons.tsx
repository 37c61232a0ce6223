import { CircleUserRound } from 'lucide-react';
import { Link } from 'wouter';
import {
  Button,
  type ButtonProps,
  DialogButton,
  DownloadLink,
  SmallButton,
} from '../../ui/button.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { buttonSizes, buttonStyles, buttonVariants } from '../../ui/styles.ts';
import { WeekPicker } from '../../ui/week-picker.tsx';
import { Forced, ignore, keysOf, Part, row } from './part.tsx';

const forced = ['hover', 'focus', 'active'] as const;
const given: ButtonProps[] = [
  { children: 'disabled', disabled: true },
  { children: 'pending', pending: true },
];

export function Buttons() {
  return (
    <Part name="Buttons">
      {keysOf(buttonVariants).map((variant) => (
        <div key={variant} className={row}>
          <Button variant={variant}>{variant}</Button>
          {forced.map((state) => (
            <Forced key={state} state={state}>
              <SmallButton variant={variant}>{state}</SmallButton>
            </Forced>
          ))}
          {given.map((state) => (
            <SmallButton key={String(state.children)} variant={variant} {...state} />
          ))}
        </div>
      ))}
      <div className={row}>
        {keysOf(buttonSizes).map((size) => (
          <Button key={size} size={size} variant="quiet">
            {size}
          </Button>
        ))}
        <Button pending pendingText="Saving...">
          Save
        </Button>
      </div>
      <div className={row}>
        <DialogButton>Opens a dialog</DialogButton>
        <DownloadLink href="#main">Download</DownloadLink>
        <CallButton call="POST /api/auth/logout" failed="This didn’t work.">
          Retry
        </CallButton>
        <Link
          href="/styleguide"
          className={buttonStyles({ variant: 'plain', size: 'slim', className: 'text-ink!' })}
        >
          <CircleUserRound aria-hidden className="size-5" />
          In the header
        </Link>
      </div>
      <WeekPicker canGoBack={false} canGoOn onMove={ignore} className="mt-3">
        November 29 – December 5
      </WeekPicker>
    </Part>
  );
}
