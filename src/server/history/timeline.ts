import type { ResponseOf } from '../../contract/endpoint.ts';
import type { historyCalls } from '../../contract/history.ts';
import type { TimelineKind } from '../../contract/words.ts';
import type { Services } from '../platform/services.ts';
import { chosen, givenUp, missed } from './class-times.ts';
import { compare, type Event, type Place, type Source } from './entries.ts';
import { readHistory } from './history.ts';
import { logged } from './logged.ts';
import { messages, proposals, reminderPlans } from './messages.ts';
import { readNames } from './names.ts';
import { added, consent, retreats } from './other-records.ts';
import { attended, joins, movementsInRooms } from './rooms.ts';

/** By their numbers here, entries of the same time are in order: one that is added comes last. */
const sources: readonly Source[] = [
  logged,
  chosen,
  givenUp,
  missed,
  attended,
  movementsInRooms,
  joins,
  messages,
  reminderPlans,
  proposals,
  consent,
  retreats,
  added,
];

const entriesPerPage = 40;

interface Asked {
  kind?: TimelineKind | undefined;
  after?: string | undefined;
}

/**
 * A page of everything that happened to a person. Each source answers its newest events after the place that is asked
 * for, at most as many as a page has, so that a page costs the same however long the history is.
 */
export async function readTimeline(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  personId: number,
  { kind, after }: Asked,
): Promise<ResponseOf<typeof historyCalls.getTimeline>> {
  const history = await readHistory(database, personId, clock.now());
  const place = after === undefined ? undefined : readPlace(after);
  // One more than is shown tells whether there is another page.
  const limit = entriesPerPage + 1;
  const found: (Event & Place)[] = [];
  // One after the other: a page is no reason to take several of the node's connections.
  for (const [source, { kinds, read }] of sources.entries()) {
    if (kind !== undefined && !kinds.includes(kind)) continue;
    const events = await read(history, { kind, after: place, limit, source });
    found.push(...events.map((event) => ({ ...event, source })));
  }
  const shown = found.toSorted(compare).slice(0, entriesPerPage);
  const last = shown.at(-1);
  const names = await readNames(database, {
    classIds: shown.flatMap(({ classIds = [] }) => classIds),
    personIds: shown.flatMap(({ personIds = [] }) => personIds),
  });
  const plain = {
    details: [],
    changes: [],
    by: null,
    classId: null,
    messageId: null,
    isProblem: false,
  };
  return {
    entries: shown.map((event) => ({
      ...plain,
      ...event.describe(names),
      key: `${event.source}.${event.key}`,
      at: event.at.toISOString(),
      kind: event.kind,
    })),
    next: found.length > entriesPerPage && last ? writePlace(last) : null,
  };
}

function writePlace({ at, source, key }: Place): string {
  return `${at.getTime()}.${source}.${key}`;
}

function readPlace(text: string): Place {
  const [at, source, key] = text.split('.').map(Number);
  return { at: new Date(at ?? 0), source: source ?? 0, key: key ?? 0 };
}
