import type { AttendanceSwitches } from './switches.ts';
import type { WebhookSender } from './webhook-sender.ts';

interface Held {
  stay: string;
  event: string;
  object: object;
}

/** Tells what happens in rooms, in the order and at the time that the switches say. */
export function openRoomWebhooks(webhooks: WebhookSender, switches: AttendanceSwitches) {
  let held: Held[] = [];
  switches.onChange(() => release(() => true));

  return {
    /** `stay` is the same for somebody's joining and leaving. */
    movement(event: string, stay: string, object: object): void {
      const mode = switches.current().webhooks;
      if (mode === 'never') return;
      const isJoining = event === 'meeting.participant_joined';
      if (mode === 'late' || (mode === 'out-of-order' && isJoining)) {
        held.push({ stay, event, object });
        return;
      }
      webhooks.send(event, object);
      release((one) => one.stay === stay);
    },

    meeting(event: string, object: object): void {
      if (switches.current().webhooks === 'never') return;
      webhooks.send(event, object);
      if (event === 'meeting.ended') release(() => true);
    },
  };

  function release(isDue: (one: Held) => boolean): void {
    const due = held.filter(isDue);
    held = held.filter((one) => !due.includes(one));
    for (const { event, object } of due) webhooks.send(event, object);
  }
}
