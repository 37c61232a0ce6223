/** A background job. Its data contains IDs rather than rows, so the job reads the current rows when it runs. */
export interface Job<Data extends object> {
  name: string;
  tries: number;
  firstDelaySeconds: number;
  /** At most one job per key waits at a time. */
  keyOf?: ((data: Data) => string) | undefined;
  /** Never set. This field only carries the type. */
  data?: Data;
}

/** `cron` is in Pacific time. */
export interface RecurringJob extends Job<object> {
  cron: string;
}

export type JobHandler<Data extends object> = (data: Data) => Promise<void>;

export type AnyJob = Omit<Job<object>, 'keyOf'> & { keyOf?: ((data: never) => string) | undefined };

/** Created by `handle`, which ensures that the job and its handler have the same data type. */
export interface HandledJob {
  job: AnyJob;
  run: JobHandler<object>;
  batchSize?: number | undefined;
}

export function defineJob<Data extends object>(
  name: string,
  { tries = 12, firstDelaySeconds = 5, keyOf }: Partial<Omit<Job<Data>, 'name'>> = {},
): Job<Data> {
  return { name, tries, firstDelaySeconds, keyOf };
}

export function defineRecurringJob(name: string, cron: string): RecurringJob {
  return { ...defineJob<object>(name, { keyOf: () => name }), cron };
}

/** A larger `batchSize` is for jobs that cost less when many run at once, because their handler uses `gather`. */
export function handle<Data extends object>(
  job: Job<Data>,
  run: JobHandler<Data>,
  batchSize?: number,
): HandledJob {
  return { job, run: run as JobHandler<object>, batchSize };
}
