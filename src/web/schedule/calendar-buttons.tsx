import { useRef } from 'react';
import { errorMessage, useApiMutation } from '../api.ts';
import { site } from '../site.ts';
import { openWaitingTab } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { toastError } from '../ui/toast.ts';

interface Program {
  name: string;
  /** Where the program asks whether to subscribe to an address. */
  pageFor: (address: string) => string;
  /** A program on this device, which needs no tab. */
  isOnDevice?: boolean;
}

const asWebcal = (address: string) => address.replace(/^https?:/, 'webcal:');

const programs: Program[] = [
  {
    name: 'Google Calendar',
    pageFor: (address) =>
      `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: asWebcal(address) })}`,
  },
  { name: 'Apple Calendar', pageFor: asWebcal, isOnDevice: true },
  {
    name: 'Outlook',
    pageFor: (address) => {
      const query = new URLSearchParams({ url: address, name: `${site.courseShortName} course` });
      return `https://outlook.live.com/calendar/0/addfromweb?${query}`;
    },
  },
];

/** One button a program: it subscribes to all classes, so there is nothing to add again when one moves. */
export function CalendarButtons() {
  return programs.map((program) => <CalendarButton key={program.name} program={program} />);
}

/** The address is made with the first request, so it is asked for by the click and not before. */
function CalendarButton({ program }: { program: Program }) {
  const tab = useRef<Window>(null);
  const subscription = useApiMutation('GET /api/calendar', {
    onSuccess: ({ subscribeUrl }) => {
      const target = tab.current ?? window;
      target.location.href = program.pageFor(subscribeUrl);
    },
    onError: (error) => {
      tab.current?.close();
      toastError(errorMessage(error, 'Something went wrong on our side.'));
    },
  });
  const press = () => {
    tab.current = program.isOnDevice ? null : openWaitingTab(program.name, 'One moment…');
    subscription.mutate();
  };
  return (
    <Button variant="outline" size="small" pending={subscription.isPending} onClick={press}>
      {program.name}
    </Button>
  );
}
