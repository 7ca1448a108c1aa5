import { connect, type Socket } from 'node:net';
import type { ScanAnswer, Scanner } from '../port.ts';
import { instream, judge, lastPiece, lengthOf, mostAnswerBytes } from './messages.ts';

export interface ClamdSettings {
  /** "tcp://127.0.0.1:3310", or the socket of Debian's clamav-daemon, "unix:///run/clamav/clamd.ctl". */
  readonly address: string;
  /** How long it may be silent. A minute when left out: a large archive takes it that long. */
  readonly timeoutMs?: number;
}

/** ClamAV's daemon, by its own protocol. */
export function openClamd(settings: ClamdSettings): Scanner {
  return { scan: (body) => scan(settings, body) };
}

async function scan(settings: ClamdSettings, body: AsyncIterable<Uint8Array>): Promise<ScanAnswer> {
  const line = openLine(settings);
  try {
    await line.write(instream);
    for await (const piece of body) {
      if (piece.length === 0) continue;
      // Whoever has said enough takes no more: a file that is too large is refused in its middle.
      if (!(await line.write(lengthOf(piece))) || !(await line.write(piece))) break;
    }
    await line.write(lastPiece);
    return judge(await line.answer());
  } finally {
    line.end();
  }
}

interface Line {
  /** Once the piece is on its way; false where nobody listens any more. */
  write(piece: Uint8Array): Promise<boolean>;
  /** All that was said, once the line has ended; empty where nothing was. */
  answer(): Promise<string>;
  end(): void;
}

function openLine({ address, timeoutMs = 60_000 }: ClamdSettings): Line {
  const url = new URL(address);
  const socket: Socket =
    url.protocol === 'unix:'
      ? connect({ path: decodeURIComponent(url.pathname) })
      : connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) });
  let said = '';
  let trouble = '';
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.setTimeout(timeoutMs, () => {
    trouble = `nothing came for ${timeoutMs} ms`;
    socket.destroy();
  });
  socket.on('error', (error) => (trouble = error.message));
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
    if (said.length > mostAnswerBytes || said.includes('\0')) socket.end();
  });
  return {
    write: (piece) =>
      new Promise((resolve) => {
        if (!socket.writable) return resolve(false);
        // Called back with an error where the line has broken meanwhile.
        socket.write(piece, (error) => resolve(!error));
      }),
    async answer() {
      await ended;
      return said === '' ? trouble : said;
    },
    end: () => void socket.destroy(),
  };
}
