import { createServer } from 'node:net';

export function readPort(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} is ${text}, which is not a port from 1 to 65535.`);
  }
  return port;
}

export async function checkPortIsFree(name: string, host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, taken) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      taken(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken by another program. Stop that one, or set ${name} to a free port.`,
            )
          : new Error(`Port ${port} cannot be used (${error.code}). Set ${name} to another one.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}
