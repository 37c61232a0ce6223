import { and, eq, inArray } from 'drizzle-orm';
import { retreatTitle } from '../../course/retreat.ts';
import { auditLog, consentEvents, retreatRegistrations } from '../database/schema.ts';
import { type Event, firstAfter, newestFirst, type Source, timeOf, whereAfter } from './entries.ts';
import { showTime } from './names.ts';

/** What staff entered, and what followed from a changed role, nobody has said. */
const consentTitles = {
  own: (isYes: boolean) => (isYes ? 'Said yes to texts' : 'Said no to texts'),
  staff: (isYes: boolean) => (isYes ? 'Texts turned on' : 'Texts turned off'),
};
const consentSources = { page: 'On their own page', reply: 'By text', staff: 'Entered by staff' };

/** Each yes and no to texts, with the words that were shown. */
export const consent: Source = {
  kinds: ['consent'],
  async read({ database, person }, wanted) {
    const { id, personId, shown, source } = consentEvents;
    const at = timeOf(consentEvents.at);
    const rows = await database
      .select({ id, at, consent: consentEvents.consent, shown, source })
      .from(consentEvents)
      .where(and(eq(personId, person.id), whereAfter(wanted, at, id)))
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.id,
        kind: 'consent',
        describe: () => ({
          title: consentTitles[row.source === 'staff' ? 'staff' : 'own'](row.consent),
          details: [
            consentSources[row.source],
            ...(person.erasedAt
              ? []
              : [row.source === 'page' ? `Shown: “${row.shown}”` : row.shown]),
          ],
        }),
      }),
    );
  },
};

/** What the retreat site has reported: a few rows, each of which may be two events. */
export const retreats: Source = {
  kinds: ['retreats'],
  async read({ database, person }, wanted) {
    const rows = await database
      .select()
      .from(retreatRegistrations)
      .where(eq(retreatRegistrations.personId, person.id));
    const events = rows.flatMap(({ id, title, startsAt, registeredAt, cancelledAt }): Event[] => {
      const details = person.erasedAt
        ? []
        : [retreatTitle(title), ...(startsAt ? [`On ${showTime(startsAt)}`] : [])];
      const registered: Event = {
        at: registeredAt,
        key: id * 2,
        kind: 'retreats',
        describe: () => ({ title: 'Registered for a retreat', details }),
      };
      if (!cancelledAt) return [registered];
      const cancelled: Event = {
        at: cancelledAt,
        key: id * 2 + 1,
        kind: 'retreats',
        describe: () => ({ title: 'Cancelled a retreat', details }),
      };
      // The site may tell of a registration for the first time when it is cancelled.
      const isOne = registeredAt.getTime() === cancelledAt.getTime();
      return isOne ? [cancelled] : [registered, cancelled];
    });
    return firstAfter(events, wanted);
  },
};

/** Where the audit log does not say who added them, or no longer. */
export const added: Source = {
  kinds: ['edits'],
  async read({ database, person }, wanted) {
    const { personId, action } = auditLog;
    const audited = await database.$count(
      auditLog,
      and(
        eq(personId, person.id),
        inArray(action, ['person: added', 'person: imported', 'staff: added']),
      ),
    );
    if (audited > 0) return [];
    const describe = () => ({ title: 'Came to the portal' });
    return firstAfter([{ at: person.createdAt, key: 0, kind: 'edits', describe }], wanted);
  },
};
