/** Something that a fast machine does at once, and that comes late here. */
export interface Plant {
  /** What comes late, for people. */
  readonly what: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly find: string;
  readonly replace: string;
}

/** A wait of its own each time, in milliseconds, mostly a short one. */
const wait = (mostMs: number): string => `await new Promise((next) => setTimeout(next, Math.random() ** 2 * ${mostMs}));`;

/** In the order in which they are told. Whatever is planted, a test that waits for conditions stays green: it only takes longer. */
export const plants: readonly Plant[] = [
  {
    what: 'answers of calls, by up to 0.7 s',
    file: 'src/server/start/open.ts',
    find: "  const sandbox = config.mode === 'sandbox' ? await openSandbox(core) : undefined;",
    replace: `  fastify.addHook('onRequest', async (request) => {
    if (process.env['VITEST'] === undefined && request.url.startsWith('/api/')) ${wait(700)}
  });
  const sandbox = config.mode === 'sandbox' ? await openSandbox(core) : undefined;`,
  },
  {
    what: 'messages of payment providers, by up to 1.5 s',
    file: 'src/sandbox/praxis/delivery.ts',
    find: '  try {\n    const signal = AbortSignal.timeout(timeoutMs);',
    replace: `  ${wait(1500)}\n  try {\n    const signal = AbortSignal.timeout(timeoutMs);`,
  },
  {
    what: 'jobs, by up to 0.3 s',
    file: 'src/server/background/dispatch.ts',
    find: 'handle({ parts, handler: handlers.get(row.topic), row }).then(',
    replace:
      'new Promise((next) => setTimeout(next, Math.random() * 300)).then(() => handle({ parts, handler: handlers.get(row.topic), row })).then(',
  },
  {
    what: 'what is final in the database, by transactions of others that stay open for up to 5 s',
    file: 'src/server/testing/setup.ts',
    find: '  const server = await openServer();',
    replace: `  const server = await openServer();
  const hold = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    for (;;) {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      await new Promise((next) => setTimeout(next, 1000 + Math.random() * 4000));
      await client.query('commit');
    }
  };
  for (let count = 0; count < 2; count += 1) hold().catch(() => undefined);`,
  },
];

/** Why a plant cannot be planted in that text. */
export function faultOf({ what, find }: Plant, text: string): string | undefined {
  const times = text.split(find).length - 1;
  return times === 1 ? undefined : `${what}: its text is found ${times} times`;
}
