import type { TimelineEntry } from '../../contract/history.ts';

const ofOneClass = /^Class \d+: /;
const plurals: Partial<Record<string, string>> = { 'time chosen': 'class times chosen' };

/** Groups the same change to several classes if one person made it in the same minute. */
export function groupEntries(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const groups = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const { key, at, kind, by, title } = entry;
    const isOfClass = ofOneClass.test(title);
    const shared = isOfClass ? [at.slice(0, 16), kind, by, topicOf(title)].join() : key;
    groups.set(shared, [...(groups.get(shared) ?? []), entry]);
  }
  return [...groups.values()];
}

/** For example, '6 class times chosen' or '3 classes: rescheduled'. */
export function titleOfGroup(entries: readonly TimelineEntry[]): string {
  const topic = topicOf(entries[0]?.title ?? '');
  return `${entries.length} ${plurals[topic] ?? `classes: ${topic}`}`;
}

const topicOf = (title: string) => title.replace(ofOneClass, '');
