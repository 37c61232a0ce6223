import type { FieldRule } from './operations.ts';
import { invalid } from './refusal.ts';

/** The body of a request, refused with the name of the first field that Zoom would not take. */
export function checkBody(rule: FieldRule | null, body: unknown): void {
  if (!rule) {
    if (body !== undefined && body !== null) throw invalid('body', 'Unexpected.');
    return;
  }
  if (body === undefined || body === null) throw invalid('body', 'Request Body is empty.');
  check(rule, body, '');
}

/** In a query everything is text: numbers and yes or no are read from it. */
export function checkQuery(rules: Record<string, FieldRule>, query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const rule = rules[name];
    if (!rule) throw invalid(name, 'Unknown parameter.');
    check(rule, readText(rule, value), name);
  }
}

function readText({ type }: FieldRule, value: unknown): unknown {
  if (type === 'integer' && /^\d+$/.test(String(value))) return Number(value);
  if (type === 'boolean' && ['true', 'false'].includes(String(value))) return value === 'true';
  return value;
}

function check(rule: FieldRule, value: unknown, path: string): void {
  if (!hasType(rule, value) || !isWithin(rule, value)) throw invalid(path, 'Invalid field.');
  if (rule.items) {
    for (const item of value as unknown[]) check(rule.items, item, path);
  }
  if (!rule.properties) return;
  const given = value as Record<string, unknown>;
  const nameOf = (field: string) => (path ? `${path}.${field}` : field);
  for (const field of rule.required ?? []) {
    if (given[field] === undefined) throw invalid(nameOf(field), 'Field is required.');
  }
  for (const [field, inner] of Object.entries(given)) {
    const known = rule.properties[field];
    if (!known) throw invalid(nameOf(field), 'Unknown field.');
    check(known, inner, nameOf(field));
  }
}

function hasType({ type }: FieldRule, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function isWithin(rule: FieldRule, value: unknown): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule;
  if (rule.enum && !rule.enum.includes(value)) return false;
  if (rule.pattern && !rule.pattern.test(String(value))) return false;
  if (typeof value === 'string') return value.length >= minLength && value.length <= maxLength;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  return !Array.isArray(value) || value.length <= (rule.maxItems ?? Number.POSITIVE_INFINITY);
}
