import { once } from 'node:events';
import { createServer } from 'node:net';

/** Null when a server can listen on that host. */
export async function whyNotListening(host: string): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `is not an address of this machine (${code}). Write 127.0.0.1 behind a proxy on this machine, or 0.0.0.0 for all addresses`;
  } finally {
    server.close();
  }
}
