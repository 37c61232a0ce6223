/** What one comparison came to: the ratio of each round, ours over theirs. */
export interface Row {
  measure: string;
  against: string;
  /** Such as '≥ 0.5'; empty where nothing is asked for. */
  wanted: string;
  ratios: number[];
  /** Why there are no ratios, or why they are not judged. */
  reason?: string;
  /** How the figure is to be read. */
  note?: string;
}

export const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
export const secondsARound = Number(process.env.BENCH_SECONDS ?? 2);

type Side = () => Promise<number>;

/**
 * All sides in turn, and the turns backwards every other time: what disturbs one disturbs all. The first
 * rounds only warm up; a server that has just started takes thousands of requests to become quick.
 */
export async function measureInTurns<Name extends string>(
  sides: Record<Name, Side>,
  warmUps = 3,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await sides[name]();
      if (round >= 0) taken[name]?.push(value);
    }
  }
  return taken as Record<Name, number[]>;
}

/** Round by round, so that a slow minute weighs on both. */
export function divide(ours: number[], theirs: number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function isMet({ wanted, ratios, reason }: Row): boolean | null {
  const [, sign, limit] = wanted.match(/^([≤≥]) ([\d.]+)$/) ?? [];
  if (!sign || ratios.length === 0 || reason) return null;
  return sign === '≥' ? median(ratios) >= Number(limit) : median(ratios) <= Number(limit);
}
