/** The possible positions of a toast, in order of preference. theme.css defines them. */
const places = ['foot', 'beside', 'top'];

const controls = 'a[href], button, input, select, textarea, summary';
const gapPx = 16;

/**
 * Keeps a toast at the bottom of the window, or in another position where it doesn't cover a control. Moves it only
 * when necessary. If the toast would cover a control in every position, taps go through it.
 */
export function keepClearOfControls(toasts: HTMLElement): () => void {
  const covers = (control: Element) =>
    doOverlap(toasts.getBoundingClientRect(), control.getBoundingClientRect());
  const giveWayWhereNeeded = () =>
    toasts.toggleAttribute('data-gives-way', controlsOutside(toasts).some(covers));
  const isClearAt = (name = 'foot') => {
    toasts.dataset.place = name;
    return !giveWayWhereNeeded();
  };
  const place = () => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    toasts.style.setProperty('--toast-top', `${window.scrollY + Math.max(gapPx, header)}px`);
    if (![toasts.dataset.place, ...places].some(isClearAt)) toasts.dataset.place = 'foot';
  };
  /** Scrolling moves the toast only at the top of the page, because that is where a new page or step starts. */
  const onScroll = () => (window.scrollY === 0 ? place() : giveWayWhereNeeded());
  const onFocus = ({ target }: Event) => {
    if (!(target instanceof Element) || toasts.contains(target)) return;
    place();
    // Scroll only for keyboard focus, because scrolling during a tap would move the control away.
    if (target.matches(`:is(${controls}):focus-visible`) && covers(target)) {
      target.scrollIntoView({ block: 'center' });
    }
  };

  const content = new MutationObserver(place);
  content.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-scroll-locked'],
  });
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener('scroll', onScroll, { signal, capture: true });
  window.addEventListener('resize', place, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  return () => {
    content.disconnect();
    listeners.abort();
  };
}

function controlsOutside(toasts: HTMLElement): Element[] {
  return [...document.querySelectorAll(controls)].filter(
    (control) => !toasts.contains(control) && !control.closest('[aria-hidden="true"], [inert]'),
  );
}

function doOverlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
