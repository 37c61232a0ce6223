import { randomBytes } from 'node:crypto';
import { endAllLoginLinks } from '../accounts/index.ts';
import { audit, commandLineActor } from '../platform/audit.ts';
import { endAllFeeds } from '../schedule/index.ts';
import { type Command, WrongInput } from './command.ts';

export const rotateLinkKey: Command = {
  usage: '--yes',
  about: [
    'Ends every login link that is out and every calendar address, and prints a new LINK_KEY for the settings.',
    'For when the key, or a backup together with it, came into the wrong hands. Whoever is signed in stays so.',
  ],

  read(typed) {
    if (typed.length !== 1 || typed[0] !== '--yes') {
      throw new WrongInput(
        'rotate-link-key ends every login link that is out and every calendar address of students. Add --yes if that is meant.',
      );
    }
    return async ({ database, clock }, say) => {
      const now = clock.now();
      const ended = await database.transaction(async (transaction) => {
        const links = await endAllLoginLinks(transaction, now);
        const calendars = await endAllFeeds(transaction);
        const after = { links, calendars };
        await audit(transaction, commandLineActor, now, 'link key: replaced', {
          subject: 'portal',
          after,
        });
        return { links, calendars };
      });
      say(`Ended: ${ended.links} login links and ${ended.calendars} calendar addresses.`);
      say('Put this into the settings of every node, then start them again. Until then they go on');
      say('making links with the old key, which end when the new one is there:');
      say(`LINK_KEY=${randomBytes(32).toString('base64url')}`);
    };
  },
};
