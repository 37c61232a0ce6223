import { erasePerson as erase, findByEmail } from '../people/index.ts';
import { commandLineActor } from '../platform/audit.ts';
import { type Command, Refused, WrongInput } from './command.ts';

export const erasePerson: Command = {
  usage: 'EMAIL --yes',
  about: [
    'Erases everything that names a person, as the privacy policy promises. It cannot be undone.',
    'Attendance and class numbers still count. Staff have to lose their access first.',
  ],

  read(typed) {
    const [email = '', isMeant, more] = typed;
    if (email === '' || email.startsWith('--') || more !== undefined) {
      throw new WrongInput('erase-person takes an email address and --yes.');
    }
    if (isMeant !== '--yes') {
      throw new WrongInput('erase-person cannot be undone. Add --yes if that is meant.');
    }
    return async (services, say) => {
      const id = await findByEmail(services.database, email);
      if (id === null) throw new Refused(`Nobody here has the email address ${email}.`);
      await erase(services, commandLineActor, id, email);
      say(`${email} is erased. Zoom and the retreat site hold what they were given themselves.`);
    };
  },
};
