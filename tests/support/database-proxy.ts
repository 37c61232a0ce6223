import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Gives a database that may move a fixed address. */
export async function startDatabaseProxy(databaseUrl: string) {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let stall: { text: string; ms: number } | undefined;
  const server = createServer((near) => {
    const far = openSocket(Number(target.port), target.hostname);
    near.pipe(new Transform({ transform: passOn })).pipe(far);
    far.pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });

  function passOn(chunk: Buffer, _: string, done: (error: null, chunk: Buffer) => void) {
    if (!stall || !chunk.includes(stall.text)) return done(null, chunk);
    setTimeout(done, stall.ms, null, chunk);
    stall = undefined;
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function stop() {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  }
  return {
    url: url.href,
    moveTo(nextUrl: string) {
      target = new URL(nextUrl);
    },
    /** Delays the next message to the database that contains this text. */
    stallNext(text: string, ms: number) {
      stall = { text, ms };
    },
    /** Stops forwarding data on all current connections, but doesn't close them. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
