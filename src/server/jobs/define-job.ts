/** Something to be done outside of a person's click. Its data are ids: the rows are read when it runs. */
export interface Job<Data extends object> {
  name: string;
  tries: number;
  firstDelaySeconds: number;
  /** Never present: it only carries the type of the data. */
  data?: Data;
}

/** A job that the queue adds by itself, whenever the clock on a Pacific wall shows what `cron` says. */
export interface RecurringJob extends Job<object> {
  cron: string;
}

export type JobHandler<Data extends object> = (data: Data) => Promise<void>;

/** A job and what it does; `handle` ties the two so that their data cannot differ. */
export interface HandledJob {
  job: Job<object>;
  run: JobHandler<object>;
}

export function defineJob<Data extends object>(
  name: string,
  { tries = 12, firstDelaySeconds = 5 } = {},
): Job<Data> {
  return { name, tries, firstDelaySeconds };
}

export function defineRecurringJob(name: string, cron: string): RecurringJob {
  return { ...defineJob<object>(name), cron };
}

export function handle<Data extends object>(job: Job<Data>, run: JobHandler<Data>): HandledJob {
  return { job, run: run as JobHandler<object> };
}
