import { readFileSync } from 'node:fs';
import { whyUnreadable } from './setting-types.ts';
import type { Problems } from './wrong-settings.ts';

/**
 * These settings contain a password or key. Instead of the value, operators can set the path to a file, for example as
 * LINK_KEY_FILE.
 */
export const secretSettings = [
  'DATABASE_URL',
  'LINK_KEY',
  'METRICS_TOKEN',
  'RETREAT_WEBHOOK_SECRET',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'ZOOM_CLIENT_SECRET',
  'ZOOM_WEBHOOK_SECRET',
];

export function readSecretFiles(environment: Record<string, string>) {
  const given = { ...environment };
  const problems: Problems = [];
  for (const name of secretSettings) {
    const { [name]: value, [`${name}_FILE`]: file } = environment;
    if (!file) continue;
    delete given[`${name}_FILE`];
    const secret = readSecret(file);
    if (value) problems.push([`${name}_FILE`, `and ${name} are both set. Remove one of them`]);
    else if ('problem' in secret) problems.push([`${name}_FILE`, secret.problem]);
    else given[name] = secret.value;
  }
  return { given, problems };
}

function readSecret(file: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(file, 'utf8').trim();
    return value ? { value } : { problem: `points to ${file}, which is empty` };
  } catch (error) {
    return { problem: whyUnreadable(file, error) };
  }
}
