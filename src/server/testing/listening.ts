import { expect, vi } from 'vitest';
import type { SignedIn } from './app.ts';

export interface HeardEvent {
  readonly event: string;
  /** Empty for what is pushed and never numbered. */
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
  readonly data: any;
}

/** A browser's event stream, as a test hears it. */
export interface Listening {
  /** The stream's own name. */
  readonly name: string;
  readonly heard: readonly HeardEvent[];
  /** Waits for an event that fits, among those that came already too. */
  until(fits: (event: HeardEvent) => boolean): Promise<HeardEvent>;
  /** Waits until the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

const waitMs = 15_000;

export async function openListening(url: string, as: SignedIn): Promise<Listening> {
  const ending = new AbortController();
  const response = await fetch(`${url}/api/js/stream`, { headers: { cookie: as.cookie }, signal: ending.signal });
  expect(response.status).toBe(200);
  const heard: HeardEvent[] = [];
  const ended = readEvents(response, heard).catch(() => undefined);
  const until = (fits: (event: HeardEvent) => boolean): Promise<HeardEvent> =>
    vi.waitUntil(() => heard.find(fits), { timeout: waitMs, interval: 10 });
  const { data } = await until(({ event }) => event === 'stream');
  return { name: data.stream, heard, until, ended, close: () => ending.abort() };
}

async function readEvents(response: Response, heard: HeardEvent[]): Promise<void> {
  let rest = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const event = field('event');
      if (event !== undefined) heard.push({ event, id: field('id') ?? '', data: JSON.parse(field('data') ?? 'null') });
    }
  }
}
