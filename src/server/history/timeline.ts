import type { QueryOf } from '../../contract/endpoint.ts';
import type { historyCalls } from '../../contract/history.ts';
import type { Viewer } from '../database/viewer.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { attended, chosen, cleared, joins, missed, roomMovements } from './class-records.ts';
import { compare, emptyEntry, type Position, readHistory, type Source } from './entries.ts';
import { logged } from './logged.ts';
import { withNames } from './names.ts';
import {
  accountCreated,
  canceledRetreats,
  consent,
  messages,
  proposals,
  reminders,
  retreats,
} from './records.ts';

/** A position contains its source's index, so add new sources at the end. */
const sources: readonly Source[] = [
  logged,
  chosen,
  cleared,
  missed,
  attended,
  roomMovements,
  joins,
  messages,
  reminders,
  proposals,
  consent,
  retreats,
  accountCreated,
  canceledRetreats,
];

const entriesPerPage = 40;

/** Each source returns at most one page of its newest events, so the cost doesn't grow with the history. */
export async function readTimeline(
  services: Services,
  viewer: Viewer,
  personId: number,
  { kind, after: cursor }: QueryOf<typeof historyCalls.getTimeline>,
) {
  await refuseHiddenPerson(services.database, viewer, personId);
  const history = await readHistory(services, viewer, personId);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = [];
  // Read one source at a time, so that a page uses only one database connection.
  for (const [source, { kinds, read }] of sources.entries()) {
    if (kind !== undefined && !kinds.includes(kind)) continue;
    const events = await read(history, { kind, after, limit: entriesPerPage + 1, source });
    found.push(...events.map((event) => ({ ...event, source })));
  }
  const shown = found.toSorted(compare).slice(0, entriesPerPage);
  const last = shown.at(-1);
  const entries = await withNames(services.database, (names) =>
    shown.map(({ at, source, key, describe }) => ({
      ...{ ...emptyEntry, ...describe(names) },
      ...{ key: `${source}.${key}`, at },
    })),
  );
  return { entries, next: found.length > entriesPerPage && last ? writeCursor(last) : null };
}

const writeCursor = ({ at, source, key }: Position) => `${at.getTime()}.${source}.${key}`;

function readCursor(text: string): Position {
  const [at = 0, source = 0, key = 0] = text.split('.').map(Number);
  return { at: new Date(at), source, key };
}
