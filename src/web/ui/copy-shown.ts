import { copyText } from './browser.ts';
import { type ToastMessage, toast } from './toast.ts';

/** Copies text that the user can also select on the page. */
export async function copyShown(text: string, copied: ToastMessage): Promise<void> {
  if (await copyText(text)) return toast(copied);
  const [title, description] = ['We couldn’t copy this', 'Please select it and copy it yourself.'];
  toast({ title, description, variant: 'destructive' });
}
