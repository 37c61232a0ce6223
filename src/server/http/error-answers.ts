import type { DetailsOf } from '../platform/errors.ts';

type Text<Details> = string | ((details: Details) => string);

export interface Answer<Details> {
  status: number;
  sentence: Text<Details>;
  field?: Text<Details> | undefined;
}

/** Gives each sentence the details of its error. */
export const answersTo = <Name extends string>(
  answers: {
    [N in Name]: Answer<DetailsOf<N>>;
  },
) => answers;

const answerWith =
  (status: number) =>
  <D>(sentence: Text<D>, field?: Text<D>): Answer<D> => ({ status, sentence, field });

export const invalid = answerWith(400);
export const forbidden = answerWith(403);
export const notFound = answerWith(404);
export const conflict = answerWith(409);
export const tooMany = answerWith(429);

const mostNamed = 3;

/** Returns, for example, 'Ana Lima and Ben Ode' or 'Ana Lima, Ben Ode, Cy Roe and 4 others'. */
export function nameSome(names: string[], others = 'others'): string {
  const more = names.length - mostNamed;
  const list = names.slice(0, mostNamed);
  if (more > 0) list.push(`${more} ${more === 1 ? others.replace(/s$/, '') : others}`);
  return new Intl.ListFormat('en-GB').format(list);
}
