import type { FastifyInstance } from 'fastify';

/** How Zoom tells who came. The first of each is what an account of the plan that the portal needs has. */
const choices = {
  reports: {
    label: 'Reports of who came',
    options: {
      granted: 'are given out',
      'basic-plan': 'are refused: Basic plan (200)',
      'no-scope': 'are refused: scope missing (4711)',
      'no-scope-old-app': 'are refused: scope missing in an older app (4700)',
      'no-hosting': 'are refused: the user may not host (3161)',
      'other-account': 'are refused: user of another account (1010)',
    },
  },
  reportTiming: {
    label: 'They come',
    options: {
      growing: 'after two minutes, and grow for four more',
      'at-once': 'at once and complete',
      never: 'never',
    },
  },
  webhooks: {
    label: 'Joining and leaving is told',
    options: {
      'in-order': 'at once',
      'out-of-order': 'leaving first, joining afterwards',
      late: 'only after the end of the meeting',
      twice: 'at once, and each event twice',
      never: 'never, nor is the end',
    },
  },
  host: {
    label: 'The host',
    options: {
      comes: 'starts each class that the clock comes past',
      'never-comes': 'starts none of them',
    },
  },
  door: {
    label: 'Whoever joins',
    options: {
      open: 'comes into the room',
      'waiting-room': 'waits until the host admits them',
    },
  },
  sharedLink: {
    label: 'The shared link',
    options: {
      registers: 'asks people to register',
      'lets-in': 'lets guests in under any name',
    },
  },
} as const;

type Choices = typeof choices;
export type AttendanceState = { [Name in keyof Choices]: keyof Choices[Name]['options'] };

const usual: AttendanceState = {
  reports: 'granted',
  reportTiming: 'growing',
  webhooks: 'in-order',
  host: 'comes',
  door: 'open',
  sharedLink: 'registers',
};

export function openAttendanceSwitches() {
  let current = usual;
  let onChange = () => {};
  return {
    get: () => current,
    /** Calls back after every change. */
    watch(listener: () => void) {
      onChange = listener;
    },
    serve(app: FastifyInstance) {
      app.get('/zoom/attendance', () => current);
      /** Changes those that are named; an empty body sets all back. */
      app.post<{ Body: Partial<AttendanceState> | null }>('/zoom/attendance', ({ body }, reply) => {
        const wanted = Object.entries(body ?? {});
        const isKnown = wanted.every(([name, value]) => {
          const { options } = choices[name as keyof Choices] ?? { options: {} };
          return Object.hasOwn(options, value);
        });
        if (!isKnown) return reply.status(400).send({ message: 'No such switch or position.' });
        current = wanted.length > 0 ? { ...current, ...body } : usual;
        onChange();
        return current;
      });
    },
  };
}

export type AttendanceSwitches = ReturnType<typeof openAttendanceSwitches>;
