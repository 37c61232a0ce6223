/** A block that is not to be torn apart: what is in it belongs together. */
const wholes = 'li, article, table, form, fieldset, p, h1, h2, h3, h4, [class*="rounded-card"]';

/**
 * Puts the element into the page where a reader sees it and nothing else is: under the header, or on a page that was
 * scrolled between the first two blocks in sight. What is below moves down. Where a block such as a long table fills the
 * window, it goes above that block and stays at the upper edge of the window.
 */
export function placeInPage(toasts: HTMLElement, main: HTMLElement): HTMLElement {
  const { parent, before } = findGap(main);
  const isList = parent.matches('ul, ol');
  const holder = document.createElement(isList ? 'li' : 'div');
  const isInSight = !before || before.getBoundingClientRect().top >= 0;
  holder.dataset.toasts = isInSight ? 'placed' : 'stuck';
  holder.append(toasts);
  parent.insertBefore(holder, before);
  return holder;
}

export interface EmptyRoom {
  remove: () => void;
}

/** Longer than between the two presses of a double click. */
const pressEndsMs = 600;

/**
 * Keeps the height of what goes until it is out of sight or something was pressed, so that nothing moves under a finger.
 * Null where it took no room of the page.
 */
export function leaveRoom(holder: HTMLElement): EmptyRoom | null {
  if (getComputedStyle(holder).position === 'fixed') return null;
  holder.ariaHidden = 'true';
  holder.style.height = `${holder.offsetHeight}px`;
  const remove = () => {
    window.removeEventListener('scroll', removeUnseen);
    window.removeEventListener('click', removeAfterPress);
    holder.remove();
  };
  const removeAfterPress = () => setTimeout(remove, pressEndsMs);
  const removeUnseen = () => {
    const { top, bottom, height } = holder.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) return;
    remove();
    if (bottom <= 0) window.scrollBy(0, -height);
  };
  window.addEventListener('scroll', removeUnseen);
  window.addEventListener('click', removeAfterPress);
  removeUnseen();
  return { remove };
}

interface Gap {
  parent: Element;
  before: Element | null;
}

function findGap(main: Element): Gap {
  let parent = main;
  for (;;) {
    const blocks = [...parent.children].filter(isInFlow);
    const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > 0);
    const first = blocks[at];
    if (!first || first.getBoundingClientRect().top >= 0) return { parent, before: first ?? null };
    // The first in sight begins above the window.
    if (isStack(first)) {
      parent = first;
      continue;
    }
    const next = blocks[at + 1];
    const end = first.getBoundingClientRect().bottom;
    return { parent, before: end < window.innerHeight / 2 ? (next ?? null) : first };
  }
}

function isInFlow(element: Element): boolean {
  const { display, position } = getComputedStyle(element);
  const isPlaced = position === 'absolute' || position === 'fixed' || position === 'sticky';
  return display !== 'none' && !isPlaced && element.getBoundingClientRect().height > 0;
}

/** Whether its children stand one below the other. */
function isStack(element: Element): boolean {
  if (element.matches(wholes) || element.children.length === 0) return false;
  const { display, flexDirection, gridTemplateColumns } = getComputedStyle(element);
  if (display === 'flex') return flexDirection === 'column';
  return display === 'grid' ? !gridTemplateColumns.includes(' ') : display === 'block';
}
