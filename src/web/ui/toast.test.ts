import { expect, test } from 'vitest';
import { closeToast, currentToast, onToastChange, toast, toastDurationMs } from './toast.ts';

test('there is one toast at a time, and a new one replaces the old', () => {
  toast({ title: 'First' });
  const first = currentToast();
  toast({ title: 'Second' });
  expect(currentToast()).toMatchObject({ title: 'Second', open: true });
  // Closing the one that was replaced closes nothing.
  closeToast(first?.id ?? 0);
  expect(currentToast()?.open).toBe(true);
});

test('a toast that is closed keeps its words while it fades out', () => {
  toast({ title: 'Saved' });
  closeToast(currentToast()?.id ?? 0);
  expect(currentToast()).toMatchObject({ title: 'Saved', open: false });
});

test('listeners hear of every change until they leave', () => {
  let changes = 0;
  const leave = onToastChange(() => {
    changes += 1;
  });
  toast({ title: 'One' });
  leave();
  toast({ title: 'Two' });
  expect(changes).toBe(1);
});

test('a toast is shown for five seconds', () => {
  expect(toastDurationMs).toBe(5_000);
});
