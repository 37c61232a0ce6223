/** A plain node:http server that sends the same bytes as the portal and does nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { HEADERS = '{}', BODY = '' } = process.env;
const headers = JSON.parse(HEADERS) as Record<string, string>;
const server = createServer((_request, response) => response.writeHead(200, headers).end(BODY));
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
