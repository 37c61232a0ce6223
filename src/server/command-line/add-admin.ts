import * as z from 'zod/mini';
import { email, personName } from '../../contract/fields.ts';
import { addAdmin as add } from '../people/index.ts';
import { DomainError } from '../platform/errors.ts';
import { type Command, Refused, showTime, WrongInput } from './command.ts';

const input = z.object({
  email: email('EMAIL is not an email address.'),
  firstName: personName('FIRST, the first name, is empty.'),
  lastName: personName('LAST, the last name, is empty.'),
});

export const addAdmin: Command = {
  usage: 'EMAIL FIRST LAST',
  about: [
    'Adds an admin, and prints a link that signs them in once within 24 hours.',
    'It needs no mail server. Names of several words go into quotes.',
    'Nobody who has an account already is changed.',
  ],

  read(typed) {
    if (typed.length !== 3) {
      throw new WrongInput('add-admin takes an email address, a first name and a last name.');
    }
    const [address, firstName, lastName] = typed;
    const { data, error } = input.safeParse({ email: address, firstName, lastName });
    if (!data) throw new WrongInput(error.issues[0]?.message ?? 'That cannot be read.');
    return async (services, say) => {
      const { link, expiresAt } = await add(services, data).catch((problem) => {
        if (problem instanceof DomainError && problem.name === 'email-in-use') {
          throw new Refused(
            `Somebody with the email address ${data.email} has an account already. Nothing was changed: take another address.`,
          );
        }
        throw problem;
      });
      say(`${data.firstName} ${data.lastName} (${data.email}) is an admin now.`);
      say(`This link signs them in once, until ${showTime(expiresAt)}. Show it to nobody else:`);
      say(link);
    };
  },
};
