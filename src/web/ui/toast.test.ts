import { expect, test } from 'vitest';
import { closeToast, currentToast, onToastChange, toast, toastDurationMs } from './toast.ts';

test('a new toast replaces the old one', () => {
  toast({ title: 'First' });
  const first = currentToast();
  toast({ title: 'Second' });
  expect(currentToast()).toMatchObject({ title: 'Second', open: true });
  // Closing the replaced toast must not close the new one.
  closeToast(first?.id ?? 0);
  expect(currentToast()?.open).toBe(true);
});

test('a closed toast keeps its text while it fades out', () => {
  toast({ title: 'Saved' });
  closeToast(currentToast()?.id ?? 0);
  expect(currentToast()).toMatchObject({ title: 'Saved', open: false });
});

test('listeners are notified of every change until they unsubscribe', () => {
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
