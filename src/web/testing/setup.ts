import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { startDialogHistory } from '../ui/back-closes-dialogs.ts';
import { closeToast, currentToast } from '../ui/toast.ts';
import { cleanUp } from './render.ts';
import { simplifyStyles } from './styles.ts';

/** `site.ts` reads these settings when it is imported. */
const facts = document.createElement('script');
facts.id = 'site';
facts.type = 'application/json';
facts.textContent = JSON.stringify({
  organization: 'Quiet Mornings',
  parentOrganization: 'the Stillwater Foundation',
  courseShortName: 'TM',
  supportEmail: 'help@quiet-mornings.test',
  retreatSite: 'https://retreats.test/',
  textCountries: 'the United States and Canada',
  retreatCode: 'FIRSTRETREAT',
  firstClass: 5,
  staffPasskeys: 'optional',
  classEditLatest: null,
  now: '2026-11-16T18:00:00Z',
  hasSession: true,
});

document.head.append(facts);
simplifyStyles();

// Hundreds of options would make every query by role on the account page slow.
Intl.supportedValuesOf = () => ['America/New_York', 'Asia/Tokyo'];

// Missing in happy-dom.
document.execCommand = () => false;

// Missing in happy-dom. React Hook Form needs it to detect changes to a select.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0 });

/** happy-dom lays nothing out, so nothing is in view. */
globalThis.IntersectionObserver = class extends IntersectionObserver {
  override observe: () => void;
  constructor(report: IntersectionObserverCallback) {
    super(report);
    this.observe = () => report([{ intersectionRatio: 0 } as IntersectionObserverEntry], this);
  }
};

/** happy-dom would reload the page on Back. For dialogs, restoring the earlier state is enough. */
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
  asyncUtilTimeout: 15_000,
  // Leave out the DOM, which is so long that it hides the message.
  getElementError: (message) => new Error(message ?? 'Not found'),
});

afterEach(() => {
  // Escape closes a toast before a dialog, so a leftover toast would break the next test.
  closeToast(currentToast()?.id ?? 0);
  cleanUp();
  window.sessionStorage.clear();
  window.localStorage.clear();
});
