/**
 * The newest of each thing that is pushed to browsers. A thing that changed is written at the next flush to everybody who
 * reads it; whoever is slow misses what lay between and gets what is newest then, so that nothing ever piles up.
 */
export interface Newest {
  /** What a thing is now. Nothing is written where it is as it was. */
  put(key: string, thing: PutThing): void;
  /** A thing that nobody keeps up any more: its last state must not be told to the next who reads it. */
  forget(key: string): void;
  /** From now on this reader reads those bundles, each whole at first. The same ones as before go on as they were. */
  read(reader: Reader, bundles: readonly Bundle[]): void;
  release(reader: Reader): void;
  close(): void;
}

export interface PutThing {
  readonly json: string;
  /** Stands for the JSON in the comparison with what it was before. */
  readonly sameAs?: string;
  /** Makes no flush of its own within the usual distance, so that what is more urgent need not wait for the next. */
  readonly isPatient?: boolean;
}

export interface Reader {
  /** False while the reader has not taken what was written before; nothing was written then. */
  push(events: Buffer): boolean;
}

/** Things that go out as one event: `head`, what changed with commas between, `tail`. */
export interface Bundle {
  readonly event: string;
  readonly head: string;
  readonly tail: string;
  readonly keys: readonly string[];
}

export interface NewestSettings {
  /** No two flushes are nearer than this. */
  readonly flushMs: number;
  readonly nowMs: () => number;
  /** Does it so much later; answers what calls it off. */
  readonly later: (ms: number, work: () => void) => () => void;
}

interface Thing {
  readonly json: string;
  readonly sameAs: string;
  /** Counts up with each change of any thing. */
  readonly version: number;
}

interface Reading {
  readonly bundles: readonly Bundle[];
  /** The version up to which the reader has been told. */
  readonly told: number;
}

export function openNewest({ flushMs, nowMs, later }: NewestSettings): Newest {
  const things = new Map<string, Thing>();
  const readings = new Map<Reader, Reading>();
  const shared = openShared();
  let version = 0;
  let flushedAtMs = -Infinity;
  let dueAtMs = Infinity;
  let callOff = (): void => undefined;

  const flushSoon = (isPatient = false): void => {
    const now = nowMs();
    const atMs = Math.max(now, isPatient ? now + flushMs : flushedAtMs + flushMs);
    if (atMs >= dueAtMs) return;
    callOff();
    dueAtMs = atMs;
    callOff = later(atMs - now, flush);
  };
  const flush = (): void => {
    dueAtMs = Infinity;
    flushedAtMs = nowMs();
    const texts = openTexts(things);
    let isAnyBehind = false;
    for (const [reader, { bundles, told }] of readings) {
      const events = bundles.flatMap((bundle) => texts.since(bundle, told) ?? []);
      const [first] = events;
      if (first && !reader.push(events.length === 1 ? first : Buffer.concat(events))) isAnyBehind = true;
      else readings.set(reader, { bundles, told: version });
    }
    if (isAnyBehind) flushSoon();
  };
  return {
    put(key, { json, sameAs = json, isPatient = false }) {
      if (things.get(key)?.sameAs === sameAs) return;
      version += 1;
      things.set(key, { json, sameAs, version });
      flushSoon(isPatient);
    },
    forget: (key) => void things.delete(key),
    read(reader, bundles) {
      const before = readings.get(reader)?.bundles ?? [];
      const now = shared.exchange(before, bundles);
      if (before.length === now.length && before.every((bundle, index) => bundle === now[index])) return;
      readings.set(reader, { bundles: now, told: 0 });
      flushSoon();
    },
    release(reader) {
      shared.exchange(readings.get(reader)?.bundles ?? [], []);
      readings.delete(reader);
    },
    close: () => callOff(),
  };
}

/** What a flush writes, made once for all who read the same and have been told as much. */
function openTexts(things: ReadonlyMap<string, Thing>) {
  const made = new Map<Bundle, Map<number, Buffer | undefined>>();
  return {
    /** The event that tells what of a bundle has changed since a version; undefined when nothing has. */
    since(bundle: Bundle, told: number): Buffer | undefined {
      const ofBundle = made.get(bundle) ?? new Map<number, Buffer | undefined>();
      made.set(bundle, ofBundle);
      if (ofBundle.has(told)) return ofBundle.get(told);
      const changed = bundle.keys.flatMap((key) => {
        const thing = things.get(key);
        return thing && thing.version > told ? [thing.json] : [];
      });
      const { event, head, tail } = bundle;
      const text =
        changed.length === 0 ? undefined : Buffer.from(`event: ${event}\ndata: ${head}${changed.join(',')}${tail}\n\n`);
      ofBundle.set(told, text);
      return text;
    },
  };
}

/** One object for each bundle, however many read it, so that they are known to read the same. */
function openShared() {
  const known = new Map<string, { readonly bundle: Bundle; readonly readers: number }>();
  const nameOf = ({ event, head, keys }: Bundle): string => [event, head, ...keys].join('\n');
  const take = (bundle: Bundle): Bundle => {
    const name = nameOf(bundle);
    const before = known.get(name) ?? { bundle, readers: 0 };
    known.set(name, { bundle: before.bundle, readers: before.readers + 1 });
    return before.bundle;
  };
  const giveBack = (bundle: Bundle): void => {
    const name = nameOf(bundle);
    const readers = (known.get(name)?.readers ?? 1) - 1;
    if (readers === 0) known.delete(name);
    else known.set(name, { bundle, readers });
  };
  return {
    /** Takes the new ones before it gives the old ones back, so that what stays is the same object. */
    exchange(before: readonly Bundle[], after: readonly Bundle[]): readonly Bundle[] {
      const taken = after.map(take);
      before.forEach(giveBack);
      return taken;
    },
  };
}
