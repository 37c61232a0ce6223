/** If a class has this many places left or fewer, we say how many. */
const FEW_PLACES = 5;

export const MOST_PLACES = 1000;

/** Null if the class has no limit. */
export type PlacesLeft = number | null;

/** A class has fewer than zero places left if staff overbooked it. */
export function isFull(left: PlacesLeft | undefined): boolean {
  return typeof left === 'number' && left <= 0;
}

export function describePlaces(left: PlacesLeft): string | null {
  if (isFull(left)) return 'Full';
  if (left === null || left > FEW_PLACES) return null;
  return left === 1 ? '1 place left' : `${left} places left`;
}

interface PlaceSettings {
  readonly most: number | null;
  /** Places reserved in the meeting for the host, staff and alumni. */
  readonly reserved: number;
}

/** Applies unless staff set a number. `capacity` is how many people the host’s Zoom plan allows in a meeting. */
export function defaultPlaces(capacity: number | null, { most, reserved }: PlaceSettings) {
  const inMeeting = capacity === null ? Infinity : Math.max(1, capacity - reserved);
  const places = Math.min(most ?? Infinity, inMeeting);
  return places === Infinity ? null : Math.min(places, MOST_PLACES);
}
