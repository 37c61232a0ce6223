import { startProcess } from './processes.ts';

/** Node's own server, sending the bytes of this answer to whatever it is asked. */
export async function startBareServer(answer: Response) {
  const sentByNode = ['date', 'connection', 'keep-alive'];
  const headers = [...answer.headers].filter(([name]) => !sentByNode.includes(name));
  const { readyMessage, child, stop } = await startProcess<string>('bench/bare-server-process.ts', {
    HEADERS: JSON.stringify(Object.fromEntries(headers)),
    BODY: await answer.text(),
  });
  return { url: readyMessage, pid: child.pid, stop };
}
