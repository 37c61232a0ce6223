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
import { Email, PhoneLink } from '../../ui/contact.tsx';
import { buttonSizes, buttonStyles, buttonVariants } from '../../ui/styles.ts';
import {
  DialogLink,
  MailLink,
  PersonLink,
  TapLink,
  TextButton,
  TextLink,
} from '../../ui/text-link.tsx';
import { WeekPicker } from '../../ui/week-picker.tsx';
import { Forced, ignore, keysOf, Part, row } from './part.tsx';

const colors = [
  ...['page', 'sky', 'card', 'ink', 'muted', 'line', 'line-strong', 'control', 'scrim'],
  ...['primary', 'primary-deep', 'primary-ink', 'accent', 'link', 'focus', 'neutral-soft'],
  ...['info', 'info-soft', 'success', 'success-soft', 'warning', 'warning-soft'],
  ...['danger', 'danger-soft'],
];

export function Basics() {
  return (
    <>
      <Part name="Type">
        <p className="heading">A dialog’s title</p>
        <p className="font-semibold text-lg">A card’s heading</p>
        <p>Text, with a time: 4:00 PM PT</p>
        <p className="text-muted text-sm">A muted, small note</p>
      </Part>
      <Part name="Colors">
        <div className={row}>
          {colors.map((color) => (
            <div key={color} className="w-24 text-sm">
              <div className="h-12 border" style={{ background: `var(--color-${color})` }} />
              {color}
            </div>
          ))}
        </div>
      </Part>
      <Part name="Links">
        <p className={row}>
          <TextLink href="/help">A link</TextLink>
          <TextButton>A button that looks like a link</TextButton>
          <MailLink address="help@example.org" />
          <PhoneLink phone="+12025550102" />
          <DialogLink onClick={ignore}>Opens a dialog…</DialogLink>
        </p>
        <p className={row}>
          <Forced state="hover">
            <TextLink href="/help">Hover</TextLink>
          </Forced>
          <Forced state="focus">
            <TextLink href="/help">Focus</TextLink>
          </Forced>
        </p>
        <p className={`quiet-links ${row}`}>
          In a list: <PersonLink id={1}>Nora Lind</PersonLink>
          <Forced state="hover">
            <TapLink href="/help">Hover</TapLink>
          </Forced>
          <span>
            <Email address="nora.lind@example.org" />
          </span>
        </p>
      </Part>
    </>
  );
}

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
