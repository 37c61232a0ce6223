import { setTimeout as pause } from 'node:timers/promises';
import { outboxOf } from '../tests/support/client.ts';
import { openStudent, type Student } from '../tests/support/students.ts';
import { atMost, type Finding, figure, mustBe } from './drill.ts';
import type { School } from './school.ts';

const everyMs = 3000;

/** Requests a login link every few seconds. Every request that the portal acknowledges must lead to an email. */
export function openLogins(
  school: School,
  newStudent: () => Promise<Student> = () => openStudent(school),
) {
  const requested: { email: string; at: number }[] = [];
  let isOver = false;
  const requesting = (async () => {
    while (!isOver) {
      await request().catch(() => {});
      await pause(everyMs);
    }
  })();

  async function request() {
    const { email, post } = await newStudent();
    const { status } = await post('/api/auth/login', { email });
    if (status === 200) requested.push({ email, at: school.clock.now().getTime() });
  }

  return {
    async stop() {
      isOver = true;
      await requesting;
    },
    async compare(mostSeconds: number): Promise<Finding[]> {
      const outbox = await outboxOf(school);
      const waits = requested.map(({ email, at }) => {
        const mail = outbox.find((message) => message.to === email);
        return mail ? Math.max(0, new Date(mail.at).getTime() - at) / 1000 : null;
      });
      const came = waits.filter((wait) => wait !== null);
      return [
        figure('login links requested', requested.length),
        mustBe('login emails that never arrived', waits.length - came.length, 0),
        atMost('slowest login email', Math.max(0, ...came), mostSeconds, ' s'),
      ];
    },
  };
}
