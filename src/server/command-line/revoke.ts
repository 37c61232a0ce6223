import { randomBytes } from 'node:crypto';
import { endLoginLinks, signOutEverybody } from '../accounts/index.ts';
import { audit, commandLineActor } from '../platform/audit.ts';
import { endAllFeeds } from '../schedule/index.ts';
import { type Command, WrongInput } from './command.ts';

function requireYes([first, ...rest]: string[], effect: string): void {
  if (first === '--yes' && rest.length === 0) return;
  throw new WrongInput(`${effect} Add --yes if you’re sure.`);
}

export const rotateLinkKey: Command = {
  usage: '--yes',
  about: [
    'Revokes all unused login links and calendar addresses, and prints a new LINK_KEY for the settings.',
    'Use this if the key has leaked, on its own or with a backup. People who are signed in stay signed in.',
  ],

  read(typed) {
    requireYes(typed, 'rotate-link-key revokes all unused login links and all calendar addresses.');
    return async ({ database, clock }, say) => {
      const now = clock.now();
      const ended = await database.transaction(async (transaction) => {
        const links = await endLoginLinks(transaction, now);
        const calendars = await endAllFeeds(transaction);
        const after = { links, calendars };
        const facts = { subject: 'portal', after };
        await audit(transaction, commandLineActor, now, 'link key: replaced', facts);
        return after;
      });
      say(`Login links revoked: ${ended.links}. Calendar addresses revoked: ${ended.calendars}.`);
      say(
        'Put this key in the settings of every node, then restart the nodes. Until then, they keep making',
      );
      say('links with the old key, which stop working once the new key is in place:');
      say(`LINK_KEY=${randomBytes(32).toString('base64url')}`);
    };
  },
};

export const endAllSessions: Command = {
  usage: '--yes',
  about: [
    'Signs everyone out on every device, staff and students. Unused login links keep working.',
    'Use this if someone may have copied sessions, for example from a stolen backup.',
  ],

  read(typed) {
    requireYes(typed, 'end-all-sessions signs everyone out.');
    return async (services, say) => {
      const count = await signOutEverybody(services, commandLineActor);
      say(`Sessions ended: ${count}. Everyone can sign in again as usual.`);
    };
  },
};
