import type pg from 'pg';

interface Question {
  text: string;
  name?: string;
}

/** Lists of values make ever new statements, and a connection is not to remember all of them. */
const mostNames = 300;
const mostValues = 20;
const names = new Map<string, string>();

/** A statement is planned once a connection: planning takes the database longer than most take to run. */
export function prepareStatements(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (question: unknown, ...rest: unknown[]) => unknown;
  const query = (question: Question | string, ...rest: unknown[]) =>
    ask(isRepeatable(question, rest[0]) ? withName(question) : question, ...rest);
  Object.assign(client, { query });
}

function isRepeatable(question: Question | string, values: unknown): question is Question {
  if (typeof question === 'string' || question.name || !Array.isArray(values)) return false;
  return values.length > 0 && values.length <= mostValues;
}

function withName(question: Question): Question {
  const { text } = question;
  if (!names.has(text) && names.size < mostNames) names.set(text, `portal_${names.size}`);
  const name = names.get(text);
  return name ? { ...question, name } : question;
}
