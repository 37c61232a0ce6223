/** Something to be done outside of a person's click. Its data are ids: the rows are read when it runs. */
export interface Job<Data extends object> {
  name: string;
  tries: number;
  firstDelaySeconds: number;
  /** What the job is about, where one waiting job is enough for it: it reads the rows when it runs. */
  keyOf?: ((data: Data) => string) | undefined;
  /** Never present: it only carries the type of the data. */
  data?: Data;
}

/** A job that the queue adds by itself, whenever the clock on a Pacific wall shows what `cron` says. */
export interface RecurringJob extends Job<object> {
  cron: string;
}

export type JobHandler<Data extends object> = (data: Data) => Promise<void>;

/** A job whose data do not matter. */
export type AnyJob = Omit<Job<object>, 'keyOf'> & { keyOf?: ((data: never) => string) | undefined };

/** A job and what it does; `handle` ties the two so that their data cannot differ. */
export interface HandledJob {
  job: AnyJob;
  run: JobHandler<object>;
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

export function handle<Data extends object>(job: Job<Data>, run: JobHandler<Data>): HandledJob {
  return { job, run: run as JobHandler<object> };
}
