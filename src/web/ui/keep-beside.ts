const gap = 6;
const edge = 16;

/** Puts a floating box under its anchor, or above it where there is more room, and inside the window. */
function place(anchor: HTMLElement, box: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const roomBelow = clientHeight - bottom - gap - edge;
  const roomAbove = top - gap - edge;
  const isBelow = box.scrollHeight <= roomBelow || roomBelow >= roomAbove;
  box.style.maxHeight = `${Math.max(isBelow ? roomBelow : roomAbove, 0)}px`;
  box.style.left = `${Math.max(edge, Math.min(left, clientWidth - box.offsetWidth - edge))}px`;
  box.style.top = isBelow ? `${bottom + gap}px` : `${top - gap - box.offsetHeight}px`;
}

/** Keeps the box there while the page scrolls beneath it, until it is let go. */
export function keepBeside(anchor: HTMLElement, box: HTMLElement): () => void {
  const follow = ({ target }: Event) => target !== box && place(anchor, box);
  const options = { capture: true, passive: true };
  window.addEventListener('scroll', follow, options);
  window.addEventListener('resize', follow);
  place(anchor, box);
  return () => {
    window.removeEventListener('scroll', follow, options);
    window.removeEventListener('resize', follow);
  };
}
