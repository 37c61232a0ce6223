/** In the order in which they are tried. Where each is stands in theme.css. */
const places = ['foot', 'beside', 'top'];

const controls = 'a[href], button, input, select, textarea, summary';
const gapPx = 16;

/**
 * A toast stands at the foot of the window, unless it would cover a control there and covers none in another place. It
 * stays where it is for as long as it covers none.
 */
export function keepClearOfControls(toasts: HTMLElement): () => void {
  const place = () => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    toasts.style.setProperty('--toast-top', `${window.scrollY + Math.max(gapPx, header)}px`);
    const boxes = controlsOutside(toasts).map((control) => control.getBoundingClientRect());
    const isClearAt = (name = 'foot') => {
      toasts.dataset.place = name;
      const box = toasts.getBoundingClientRect();
      return !boxes.some((other) => doOverlap(box, other));
    };
    if (![toasts.dataset.place, ...places].some(isClearAt)) toasts.dataset.place = 'foot';
  };
  /** The page was scrolled to its top, as when the next step begins. Otherwise a toast does not move under the eye. */
  const onScroll = () => window.scrollY === 0 && place();
  const onFocus = ({ target }: Event) => {
    if (!(target instanceof Element) || toasts.contains(target)) return;
    place();
    const isCovered = doOverlap(toasts.getBoundingClientRect(), target.getBoundingClientRect());
    if (target.matches(controls) && isCovered) target.scrollIntoView({ block: 'center' });
  };

  const size = new ResizeObserver(place);
  size.observe(toasts);
  const content = new MutationObserver(place);
  content.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-scroll-locked'],
  });
  window.addEventListener('scroll', onScroll);
  window.addEventListener('resize', place);
  document.addEventListener('focusin', onFocus);
  return () => {
    size.disconnect();
    content.disconnect();
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('resize', place);
    document.removeEventListener('focusin', onFocus);
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
