/** In the order in which they are tried. Where each is stands in theme.css. */
const places = ['foot', 'beside', 'top'];

const controls = 'a[href], button, input, select, textarea, summary';
const gapPx = 16;

/**
 * A toast stands at the foot of the window, unless it would cover a control there and covers none in another place. It
 * stays where it is for as long as it covers none. Where it covers one in every place, it gives way: taps go through it.
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
  /** At its top, a page begins, such as the next step. Otherwise a toast does not move under the eye. */
  const onScroll = () => (window.scrollY === 0 ? place() : giveWayWhereNeeded());
  const onFocus = ({ target }: Event) => {
    if (!(target instanceof Element) || toasts.contains(target)) return;
    place();
    // Not under a finger: the page would scroll away from the tap.
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

/** Behind an open dialog nothing can be used. */
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
