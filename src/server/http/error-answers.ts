import type { DomainErrorName, DomainErrors } from '../platform/errors.ts';

type Text<Details> = string | ((details: Details) => string);

export interface Answer<Details> {
  status: number;
  sentence: Text<Details>;
  field?: Text<Details> | undefined;
}

export type Answers = { [Name in DomainErrorName]: Answer<DomainErrors[Name]> };

export const invalid = <D>(sentence: Text<D>, field?: Text<D>): Answer<D> => ({
  status: 400,
  sentence,
  field,
});

export const notFound = <D>(sentence: Text<D>): Answer<D> => ({ status: 404, sentence });

export const conflict = <D>(sentence: Text<D>, field?: Text<D>): Answer<D> => ({
  status: 409,
  sentence,
  field,
});

const mostNamed = 3;

/** Returns, for example, 'Ana Lima and Ben Ode' or 'Ana Lima, Ben Ode, Cy Roe and 4 others'. */
export function nameSome(names: string[], others = 'others'): string {
  const more = names.length - mostNamed;
  const list = names.slice(0, mostNamed);
  if (more > 0) list.push(`${more} ${more === 1 ? others.replace(/s$/, '') : others}`);
  return new Intl.ListFormat('en-GB').format(list);
}
