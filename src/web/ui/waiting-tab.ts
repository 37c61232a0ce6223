/**
 * A tab whose address is not known yet. It has to be opened by the click itself: one that opens only when
 * an answer has come counts as a pop-up. Null where the browser held it back.
 */
export function openWaitingTab(title: string, words: string): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = title;
  tab.document.body.textContent = words;
  return tab;
}
