import { once } from 'node:events';
import { createServer } from 'node:net';
import type { z } from 'zod';
import { cleanEnvironment, type Environment, findMisspelled } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';

export const demoLinkKey = 'the demo has nothing to hide, so its key is right here';

/** In the sandbox, these secrets start with `sandbox-`, and anyone can read them. */
const sharedSecrets = [
  'TWILIO_AUTH_TOKEN',
  'ZOOM_CLIENT_SECRET',
  'ZOOM_WEBHOOK_SECRET',
  'RETREAT_WEBHOOK_SECRET',
] as const;

type Given = Record<string, string>;

const isReal = ({ PORTAL_MODE }: Given) => PORTAL_MODE !== 'demo';
const isPublic = (given: Given) => {
  const { hostname = '' } = URL.parse(given.PUBLIC_URL ?? '') ?? {};
  return isReal(given) && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

/** Rules that involve several variables. We report only the first problem with each variable. */
const rules: [string, (given: Given) => boolean | undefined, string][] = [
  [
    'METRICS_TOKEN',
    (given) => isReal(given) && !given.METRICS_TOKEN,
    'is missing: bearer token that protects /metrics (16+ characters)',
  ],
  [
    'TWILIO_REMINDER_SENDER',
    ({ TWILIO_LOGIN_SENDER: a, TWILIO_REMINDER_SENDER: b }) => a !== undefined && a === b,
    'is the same as TWILIO_LOGIN_SENDER, so a STOP reply to a reminder would also stop login links. Use a different sender',
  ],
  [
    'CLOCK_FILE',
    (given) => isReal(given) && given.CLOCK_FILE !== undefined,
    'only works in demo mode. Remove it',
  ],
  [
    'LINK_KEY',
    (given) => isReal(given) && given.LINK_KEY === demoLinkKey,
    'is the demo’s key, which is public. Make your own: openssl rand -hex 32',
  ],
  [
    'PUBLIC_URL',
    (given) => isPublic(given) && /^http:/i.test(given.PUBLIC_URL ?? ''),
    'doesn’t start with https, so login links and cookies would be sent unencrypted. Write https://',
  ],
  ...sharedSecrets.map(
    (secret) =>
      [
        secret,
        (given: Given) => isPublic(given) && given[secret]?.startsWith('sandbox-'),
        'is the sandbox’s secret, which is public. Replace it with your own',
      ] satisfies (typeof rules)[number],
  ),
];

export class WrongSettings extends Error {
  constructor(problems: string[]) {
    super(['The portal can’t start with these settings:', ...problems].join('\n  '));
  }
}

export type Problems = [string, string][];

export function checkEnvironment(variables: z.ZodObject, environment: Environment) {
  const { given, problems } = readSecretFiles(cleanEnvironment(environment));
  const isReported = (variable: string) => problems.some(([file]) => file === `${variable}_FILE`);
  const others = findProblems(variables, given).filter(([variable]) => !isReported(variable));
  return { given, problems: [...problems, ...others] };
}

function findProblems(variables: z.ZodObject, given: Given): Problems {
  const issues = variables.safeParse(given).error?.issues ?? [];
  const problems: Problems = issues.map(({ path, message }) => [path.join('.'), message]);
  const isFine = (variable: string) => problems.every(([wrong]) => wrong !== variable);
  for (const [variable, isBroken, message] of rules) {
    if (isFine(variable) && isBroken(given)) problems.push([variable, message]);
  }
  if (!isReal(given)) return problems;
  return [...problems, ...findMisspelled(Object.keys(given), Object.keys(variables.shape))];
}

export function refuse(problems: Problems): void {
  if (problems.length > 0) throw new WrongSettings(problems.map((problem) => problem.join(' ')));
}

export async function whyNotListening(host: string): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `is not one of this machine’s addresses (${code}). Write 127.0.0.1 if the proxy is on this machine, or 0.0.0.0 to listen on all addresses`;
  } finally {
    server.close();
  }
}
