import { expect, test, vi } from 'vitest';
import '../public/early-click.js';
import { repeatEarlyClick, takeEarlyClick } from './early-click.ts';

test('a click before React takes over is repeated, and later ones are not', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button>Early</button><button>Late</button>';
  const buttons = document.querySelectorAll('button');
  buttons[0]?.click();
  takeEarlyClick();
  const clicked: (string | null)[] = [];
  for (const button of buttons) {
    button.addEventListener('click', () => clicked.push(button.textContent));
  }
  buttons[1]?.click();
  repeatEarlyClick();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(clicked).toEqual(['Late', 'Early']);
});
