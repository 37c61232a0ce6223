interface World {
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string;
  clockFile: string;
  sandboxUrl: string;
}

/** What an operator would set for a real organisation, pointing at the sandbox instead. */
export function demoSettings(world: World): Record<string, string> {
  return {
    PORTAL_MODE: 'demo',
    HOST: world.host,
    PORT: String(world.port),
    PUBLIC_URL: world.publicUrl,
    DATABASE_URL: world.databaseUrl,
    CLOCK_FILE: world.clockFile,
    LOG_LEVEL: 'warn',
    ORGANISATION: 'Quiet Mornings',
    PARENT_ORGANISATION: 'the Stillwater Foundation',
    COURSE_SHORT_NAME: 'TM',
    SUPPORT_EMAIL: 'help@quiet-mornings.test',
    RETREAT_SITE_URL: `${world.sandboxUrl}/retreats`,
  };
}
