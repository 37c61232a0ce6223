/** Somebody has signed in or out in another tab of this browser. */
type TabEvent = 'signed-in' | 'signed-out';

let channel: BroadcastChannel | undefined;
const open = () => (channel ??= new BroadcastChannel('session'));

export function tellOtherTabs(event: TabEvent): void {
  open().postMessage(event);
}

export function onOtherTabs(listener: (event: TabEvent) => void): () => void {
  const hear = ({ data }: MessageEvent<TabEvent>) => listener(data);
  open().addEventListener('message', hear);
  return () => open().removeEventListener('message', hear);
}
