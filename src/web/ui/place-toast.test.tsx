import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { render } from '../testing/render.ts';
import { keepClearOfControls } from './place-toast.ts';

/** In pixels, in a window that is 900 px tall. */
const toastTop: Record<string, number> = { foot: 800, beside: 800, top: 80 };
const rowAt =
  (top: number, left = 0) =>
  () =>
    new DOMRect(left, top, 400, 70);

/** happy-dom has no layout, so the test defines the position of every box. */
function showToastOver(controls: Record<string, number>) {
  render(
    <>
      {Object.keys(controls).map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      <ol aria-label="Toasts" />
    </>,
  );
  for (const [name, top] of Object.entries(controls)) {
    screen.getByRole('button', { name }).getBoundingClientRect = rowAt(top);
  }
  const toasts = screen.getByRole('list', { name: 'Toasts' });
  toasts.getBoundingClientRect = () => {
    const { place = '' } = toasts.dataset;
    return rowAt(toastTop[place] ?? 0, place === 'beside' && window.innerWidth > 1279 ? 500 : 0)();
  };
  const stop = keepClearOfControls(toasts);
  const settle = () => window.dispatchEvent(new Event('resize'));
  settle();
  return { toasts, settle, stop };
}

test('a toast appears at the bottom of the window', () => {
  const { toasts, stop } = showToastOver({ Continue: 400 });
  expect(toasts.dataset.place).toBe('foot');
  stop();
});

test('a toast that would cover a button at the bottom moves below the header', () => {
  window.innerWidth = 390;
  const { toasts, stop } = showToastOver({ 'Select Time': 790 });
  expect(toasts.dataset.place).toBe('top');
  stop();
});

test('a toast that would cover a button on a narrow page moves beside it if there is room', () => {
  window.innerWidth = 1280;
  const { toasts, stop } = showToastOver({ 'Select Time': 790 });
  expect(toasts.dataset.place).toBe('beside');
  stop();
});

test('a toast that covers a button everywhere stays at the bottom and lets taps through', () => {
  window.innerWidth = 390;
  const { toasts, stop } = showToastOver({ Back: 90, Continue: 790 });
  expect([toasts.dataset.place, toasts.dataset.givesWay]).toEqual(['foot', '']);
  stop();
});

test('a focused button under a toast is scrolled into view', () => {
  window.innerWidth = 390;
  const { stop } = showToastOver({ Back: 90, Continue: 790 });
  let scrolledTo = '';
  const button = screen.getByRole('button', { name: 'Continue' });
  button.scrollIntoView = () => {
    scrolledTo = 'Continue';
  };
  button.focus();
  expect(scrolledTo).toBe('Continue');
  stop();
});

test('a toast lets taps through while a button is scrolled under it', () => {
  window.innerWidth = 390;
  const { toasts, stop } = showToastOver({ Continue: 400 });
  const scrollTo = (top: number) => {
    screen.getByRole('button').getBoundingClientRect = rowAt(top);
    window.scrollTo(0, 1000 - top);
    window.dispatchEvent(new Event('scroll'));
  };
  scrollTo(790);
  expect([toasts.dataset.place, toasts.dataset.givesWay]).toEqual(['foot', '']);
  scrollTo(400);
  expect(toasts.dataset.givesWay).toBeUndefined();
  window.scrollTo(0, 0);
  stop();
});

test('a toast stays where it is while it covers nothing', () => {
  window.innerWidth = 390;
  const { toasts, settle, stop } = showToastOver({ 'Select Time': 790 });
  screen.getByRole('button').getBoundingClientRect = rowAt(400);
  settle();
  expect(toasts.dataset.place).toBe('top');
  stop();
});
