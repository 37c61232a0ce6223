import { setTimeout as pause } from 'node:timers/promises';
import { outboxOf } from '../tests/support/client.ts';
import { openStudent, type Student } from '../tests/support/students.ts';
import { atMost, type Finding, mustBe, told } from './drill.ts';
import type { School } from './school.ts';

const everyMs = 3000;

/** Somebody asks for a login link every few seconds; each whose request was answered must get a mail. */
export function openLogins(
  school: School,
  newStudent: () => Promise<Student> = () => openStudent(school),
) {
  const asked: { email: string; at: number }[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      await ask().catch(() => {});
      await pause(everyMs);
    }
  })();

  async function ask() {
    const { email, post } = await newStudent();
    const { status } = await post('/api/auth/login', { email });
    if (status === 200) asked.push({ email, at: school.clock.now().getTime() });
  }

  return {
    async stop() {
      isOver = true;
      await asking;
    },
    /** To be called when all jobs are done. */
    async compare(mostSeconds: number): Promise<Finding[]> {
      const outbox = await outboxOf(school);
      const waits = asked.map(({ email, at }) => {
        const mail = outbox.find((message) => message.to === email);
        return mail ? Math.max(0, new Date(mail.at).getTime() - at) / 1000 : null;
      });
      const came = waits.filter((wait) => wait !== null);
      return [
        told('login links asked for', asked.length),
        mustBe('login mails that never came', waits.length - came.length, 0),
        atMost('slowest login mail', Math.max(0, ...came), mostSeconds, ' s'),
      ];
    },
  };
}
