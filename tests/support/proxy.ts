import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Target {
  url: string;
  readyAt: number;
  answered: number;
}

/** Half of the shortest time for which a stopping node keeps responding. */
const trustMs = 500;
const askEveryMs = 50;

export async function startProxy() {
  const targets: Target[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let isStopping = false;

  async function keepAsking(target: Target) {
    while (!isStopping && targets.includes(target)) {
      const askedAt = Date.now();
      const answer = await fetch(`${target.url}/readyz`).catch(() => undefined);
      target.readyAt = answer?.ok ? askedAt : 0;
      await answer?.body?.cancel();
      await pause(askEveryMs);
    }
  }

  /** Returns undefined if the client has gone away. */
  async function nextReady(outgoing: ServerResponse): Promise<Target | undefined> {
    while (!outgoing.destroyed) {
      const ready = targets.filter(({ readyAt }) => Date.now() - readyAt < trustMs);
      turn += 1;
      const target = ready[turn % ready.length];
      if (target) return target;
      await pause(askEveryMs);
    }
    return undefined;
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const target = await nextReady(outgoing);
    if (!target) return;
    const { method, headers } = incoming;
    const onward = request(target.url + incoming.url, { method, headers, agent }, (answer) => {
      target.answered += 1;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // We don't retry on another node, so that dropped requests show up in the tests.
    onward.on('error', ({ message }) => outgoing.writeHead(502).end(JSON.stringify({ message })));
    incoming.pipe(onward);
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url: string): Target {
      const target = { url, readyAt: 0, answered: 0 };
      targets.push(target);
      void keepAsking(target);
      return target;
    },
    remove(target: Target) {
      targets.splice(targets.indexOf(target), 1);
    },
    async stop() {
      isStopping = true;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
