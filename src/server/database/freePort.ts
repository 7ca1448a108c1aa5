import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of this machine that nobody listens on. Below the range that outgoing connections are given theirs from: one of these
 * would take it between this look and the listening.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostPortTries; tries += 1) {
    const port = randomInt(firstOwnPort, lastOwnPort);
    if (await canListen(port)) return port;
  }
  throw new Error(`no port between ${firstOwnPort} and ${lastOwnPort} is free`);
}

const firstOwnPort = 15_000;
const lastOwnPort = 32_000;
const mostPortTries = 100;

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
