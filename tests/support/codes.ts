import { eq } from 'drizzle-orm';
import { sessions } from '../../src/server/database/schema.ts';
import { codeIn, openClient } from './client.ts';
import type { Portal } from './portal.ts';
import { signInOf } from './sign-in.ts';
import { openStudent } from './students.ts';

type Client = ReturnType<typeof openClient>;

export function codesOf(portal: Portal) {
  return {
    async asked(client = openClient(portal)) {
      const { id, email } = await openStudent(portal);
      await portal.database.delete(sessions).where(eq(sessions.personId, id));
      const { message, token } = await signInOf(portal).requestLink(email, client);
      return { id, email, client, token, code: codeIn(message) };
    },
    typeCode: (client: Client, email: string, code: string) =>
      client.post('/api/auth/code', { email, code }),
  };
}

export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const triesLeft = (tries: number) =>
  `That isn’t the code in our newest message. You have ${tries === 1 ? '1 try' : `${tries} tries`} left.`;
export const codeIsDead =
  'There were too many failed attempts, so this code no longer works. Use the link in the message, or ask for a new code.';
export const codeHasExpired =
  'This code has expired, or you requested it in another browser. Please ask for a new one.';
