import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { people } from '../../src/server/database/schema.ts';
import { codeIn, openClient } from './client.ts';
import type { Portal } from './portal.ts';
import { signInOf } from './sign-in.ts';
import { openStudent, type Student } from './students.ts';

type Client = Pick<Student, 'post'>;
let serial = 0;

export function numbersOf(portal: Portal) {
  const signIn = signInOf(portal);
  return {
    newPhone() {
      serial += 1;
      return `+1202555${4000 + serial}`;
    },
    async openStudent() {
      return { student: await openStudent(portal), phone: this.newPhone() };
    },
    type: (person: Client, phone: string) => person.post('/api/account/phone', { phone }),
    sendCode: (person: Client) => person.post('/api/account/phone/code'),
    confirm: (person: Client, code: string) => person.post('/api/account/phone/confirm', { code }),

    async rowOf(id: number) {
      const [row] = await portal.database.select().from(people).where(eq(people.id, id));
      return row;
    },

    async textsTo(phone: string) {
      await signIn.finishJobs();
      return (await signIn.messagesTo(phone)).map(({ text }) => text);
    },

    async codeFor(person: Client, phone: string): Promise<string> {
      expect((await this.sendCode(person)).status).toBe(200);
      await signIn.finishJobs();
      const message = (await signIn.messagesTo(phone)).at(-1);
      return message ? codeIn(message) : '';
    },

    async askBy(phone: string) {
      const before = (await this.textsTo(phone)).length;
      const asked = await openClient(portal).post('/api/auth/login', { email: phone });
      expect(asked.status).toBe(200);
      return (await this.textsTo(phone)).slice(before);
    },
  };
}
