import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { loginTokens } from '../database/schema.ts';

const block = 64;

/**
 * The path that signs somebody in, derived from a token's nonce inside the query, as HMAC is defined:
 * a list of a hundred thousand people is then one query and no loop.
 */
export function loginPath(linkKey: string): SQL<string> {
  const given = Buffer.from(linkKey);
  const key = Buffer.alloc(block);
  (given.length > block ? createHash('sha256').update(given).digest() : given).copy(key);
  const padded = (pad: number) => Buffer.from(key.map((byte) => byte ^ pad));
  const inner = sql`sha256(${padded(0x36)}::bytea || ${loginTokens.nonce})`;
  const mac = sql`sha256(${padded(0x5c)}::bytea || ${inner})`;
  return sql<string>`${`${PAGES.verify}?token=`} || translate(rtrim(encode(${mac}, 'base64'), '='), '+/', '-_')`;
}
