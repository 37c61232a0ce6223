import type { FastifyInstance } from 'fastify';

/** One thing that a vendor can do differently. The first choice is the usual one. */
export interface Switch<Value = unknown> {
  label: string;
  /** What the portal does about it. */
  effect: string;
  /** The values by their labels. */
  choices: Record<string, Value>;
  /** Posted as well whenever somebody changes it on the page. */
  alongWith?: object | undefined;
}

type Switches = Record<string, Switch>;
type StateOf<Declared extends Switches> = {
  [Field in keyof Declared]: Declared[Field]['choices'][string];
};

/** Is either as usual or not: the label says what it switches on. */
export function toggle<const Value = true, const Usual = undefined>(
  label: string,
  effect: string,
  value: Value = true as Value,
  usual: Usual = undefined as Usual,
): Switch<Value | Usual> {
  return { label, effect, choices: { off: usual, on: value } };
}

export function choice<const Value>(
  label: string,
  effect: string,
  choices: Record<string, Value>,
  alongWith?: object,
): Switch<Value> {
  return { label, effect, choices, alongWith };
}

export const isToggle = ({ choices }: Switch) => 'on' in choices;

interface Options<More> {
  name: string;
  path: string;
  /** Fields that have no switch on the page, with their usual values. */
  more: More;
  /** A post changes only the fields that it names, and only to values that their switches have. */
  isPartial?: boolean;
}

/** The switches of one vendor. Tests post them as JSON, and `{}` sets all of them back. */
export function openSwitches<Declared extends Switches, More extends object>(
  app: FastifyInstance,
  switches: Declared,
  { name, path, more, isPartial = false }: Options<More>,
) {
  type State = StateOf<Declared> & More;
  type Changes = Partial<State>;
  const all = Object.entries(switches);
  const usual = {
    ...more,
    ...Object.fromEntries(all.map(([field, { choices }]) => [field, Object.values(choices)[0]])),
  } as State;
  let changes: Record<string, unknown> = {};
  const listeners: ((changes: Changes) => void)[] = [];

  app.get(path, () => (isPartial ? current() : changes));
  app.post<{ Body: Record<string, unknown> | null }>(path, ({ body }, reply) => {
    const posted = Object.entries(body ?? {});
    const isKnown = posted.every(([field, value]) => {
      const values = Object.values(switches[field]?.choices ?? {});
      return field in usual && (!isPartial || values.includes(value));
    });
    if (!isKnown) return reply.status(400).send({ message: 'No such switch or position.' });
    set({ ...(isPartial && posted.length > 0 ? changes : {}), ...body } as Changes);
    return changes;
  });

  return {
    name,
    current,
    set,
    onChange: (listener: (changes: Changes) => void) => void listeners.push(listener),
    list: () => all.map(([field, one]) => ({ ...one, field, at: chosenIn(field) })),

    /** Changes one field, and returns what it did in words. */
    choose(field: string, at: number): string | undefined {
      const chosen = switches[field];
      const values = Object.values(chosen?.choices ?? {});
      if (!chosen || !(at in values)) return undefined;
      const { [field]: _before, ...others } = changes;
      set({ ...others, ...(at > 0 && { [field]: values[at] }), ...chosen.alongWith } as Changes);
      return `${name}: ${inWords(chosen, at)}`;
    },

    reset(): string {
      set(Object.assign({}, ...all.map(([, { alongWith }]) => alongWith)));
      return `${name}: all as usual`;
    },
  };

  function current(): State {
    return { ...usual, ...changes };
  }

  function set(next: Changes): void {
    changes = { ...next };
    for (const listener of listeners) listener(changes as Changes);
  }

  function chosenIn(field: string): number {
    const value = JSON.stringify(changes[field] === false ? undefined : changes[field]);
    const values = Object.values(switches[field]?.choices ?? {});
    return Math.max(0, values.map((one) => JSON.stringify(one)).indexOf(value));
  }
}

export type VendorSwitches = Pick<
  ReturnType<typeof openSwitches>,
  'name' | 'list' | 'choose' | 'reset'
>;

export function inWords(one: Switch, at: number): string {
  if (!isToggle(one)) return `${one.label} ${Object.keys(one.choices)[at]}`;
  return at > 0 ? one.label : `no longer: ${one.label}`;
}
