import { createServer } from 'vite';
import { runDemo } from '../src/demo/start.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const programs = { portal: 'src/server/main.ts', sandbox: 'src/sandbox/main.ts' };
  await runDemo(say, programs, async (port, portalUrl) => {
    process.env.PORTAL_URL = portalUrl;
    const web = await createServer({ server: { port, strictPort: true } });
    await web.listen();
    return () => web.close();
  });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
