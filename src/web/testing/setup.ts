import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { startDialogHistory } from '../ui/back-closes-dialogs.ts';
import { closeToast, currentToast } from '../ui/toast.ts';
import { cleanUp } from './render.ts';

/** The facts that the server writes into every page; `site.ts` reads them when it is imported. */
const facts = document.createElement('script');
facts.id = 'site';
facts.type = 'application/json';
facts.textContent = JSON.stringify({
  organisation: 'Quiet Mornings',
  parentOrganisation: 'the Stillwater Foundation',
  courseShortName: 'TM',
  supportEmail: 'help@quiet-mornings.test',
  retreatSite: 'https://retreats.test/',
  textCountries: 'the United States and Canada',
  retreatCode: 'FIRSTRETREAT',
  firstClass: 5,
  classEditLatest: null,
  now: '2026-11-16T18:00:00Z',
  hasSession: true,
});

/** There is no style sheet here; these two classes decide what a role's name is. */
const styles = document.createElement('style');
styles.textContent = '.invisible { visibility: hidden } .hidden { display: none }';
document.head.append(facts, styles);

// happy-dom has no such command.
document.execCommand = () => false;

// happy-dom has no `size`, by which React Hook Form tells an untouched select from an edited one.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0 });

/**
 * Going back: happy-dom would load the page anew, where a browser puts the earlier state back and says so. The address
 * stays, which is enough for dialogs.
 */
const earlierStates: unknown[] = [];
const pushState = window.history.pushState.bind(window.history);
window.history.pushState = (state, ...rest) => {
  earlierStates.push(window.history.state);
  pushState(state, ...rest);
};
window.history.go = (delta = 0) => {
  const [state = null] = earlierStates.splice(delta);
  setTimeout(() => {
    window.history.replaceState(state, '');
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  });
};
startDialogHistory();

configure({
  // A busy machine is not a fault.
  asyncUtilTimeout: 15_000,
  // A whole page printed after each failure hides the message.
  getElementError: (message) => new Error(message ?? 'Not found'),
});

afterEach(() => {
  // Escape closes a toast first: one left over from the test before would take it from a dialog.
  closeToast(currentToast()?.id ?? 0);
  cleanUp();
  window.sessionStorage.clear();
  window.localStorage.clear();
});
