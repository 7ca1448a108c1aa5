import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openFaults, wrongBodies, type Planned } from '../faults.ts';
import { usualPatience, type Patience } from '../listener.ts';

export interface ClamdOptions {
  readonly host: string;
  readonly port: number;
  readonly patience?: Patience;
  /** As `StreamMaxLength` of clamd.conf; 25 MiB when left out, as Debian has it. */
  readonly mostBytes?: number;
}

export interface ClamdSandbox {
  /** "tcp://127.0.0.1:40123" */
  readonly address: string;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/** The test file that every scanner finds (eicar.org), in two halves, so that nothing finds it here. */
const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const debiansMostBytes = 25 * 1024 * 1024;

/** ClamAV's daemon of the sandbox, by its own protocol (clamd(8)): it finds EICAR's test file wherever it stands in a file. */
export async function startClamd(options: ClamdOptions): Promise<ClamdSandbox> {
  const faults = openFaults();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void answer(socket, { ...options, fault: faults.takeForCall()?.mode }).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the scanner has no port');
  return {
    address: `tcp://${options.host}:${bound.port}`,
    fault: (planned, count) => faults.set(planned, count),
    reset: () => faults.set('none', 0),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

type Struck = NonNullable<ReturnType<ReturnType<typeof openFaults>['takeForCall']>>['mode'];

async function answer(socket: Socket, options: ClamdOptions & { readonly fault: Struck | undefined }): Promise<void> {
  const { fault, patience = usualPatience, mostBytes = debiansMostBytes } = options;
  // Out: whoever comes is taken and never heard.
  if (fault === 'timeout_before') return hang(socket, patience);
  const said = await hear(socket, { mostBytes, isCutOff: fault === 'late' });
  if (said === undefined) return void socket.destroy();
  if (fault === 'timeout_after') return hang(socket, patience);
  if (fault === 'slow') await wait(patience.slowMs, undefined, { ref: false });
  if (fault === 'nonsense' || fault === 'nothing') return void socket.end(wrongBodies[fault]);
  socket.end(`${fault === 'error' ? "Can't allocate memory ERROR" : said}\0`);
}

/** What is said of what came; undefined where nothing is. */
function hear(
  socket: Socket,
  { mostBytes, isCutOff }: { readonly mostBytes: number; readonly isCutOff: boolean },
): Promise<string | undefined> {
  const heard = openHearing();
  return new Promise((resolve) => {
    socket.once('close', () => resolve(undefined));
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      const said = isCutOff ? undefined : heard.said(mostBytes);
      if (isCutOff || said !== undefined) resolve(said);
    });
  });
}

const command = 'zINSTREAM\0';

/** Reads a command and its pieces as they come. */
function openHearing() {
  let rest = Buffer.alloc(0);
  let hasBegun = false;
  let size = 0;
  let tail = '';
  let isFound = false;
  /** One piece off the front; undefined while it is not whole. */
  const next = (): Buffer | undefined => {
    if (rest.length < 4) return undefined;
    const length = rest.readUInt32BE(0);
    if (rest.length < 4 + length) return undefined;
    const piece = rest.subarray(4, 4 + length);
    rest = rest.subarray(4 + length);
    return piece;
  };
  return {
    push: (bytes: Buffer): void => void (rest = Buffer.concat([rest, bytes])),
    /** The answer, once there is one. */
    said(mostBytes: number): string | undefined {
      if (!hasBegun) {
        if (rest.length < command.length) return undefined;
        if (rest.toString('latin1', 0, command.length) !== command) return 'UNKNOWN COMMAND';
        rest = rest.subarray(command.length);
        hasBegun = true;
      }
      for (let piece = next(); piece !== undefined; piece = next()) {
        if (piece.length === 0) return isFound ? 'stream: Eicar-Signature FOUND' : 'stream: OK';
        size += piece.length;
        if (size > mostBytes) return 'INSTREAM size limit exceeded. ERROR';
        const text = tail + piece.toString('latin1');
        isFound ||= text.includes(eicar);
        tail = text.slice(-eicar.length);
      }
      return undefined;
    },
  };
}

async function hang(socket: Socket, patience: Patience): Promise<void> {
  // What comes is read and forgotten, so that whoever sends is not held up by that.
  socket.resume();
  await wait(patience.hangMs, undefined, { ref: false });
  socket.destroy();
}
