import { createServer } from 'node:net';
import { ConfigurationError, readConfig, type Config } from './start/config.ts';
import { openApplication, type OpenApplication } from './start/open.ts';
import { welcome } from './start/welcome.ts';

/** Door 1: `npm start`. Reads the environment, opens the application, listens, and closes everything on Ctrl-C and SIGTERM. */
async function main(): Promise<void> {
  const progress = (text: string): void => void process.stdout.write(`${text}\n`);
  requireNode();
  const config = readConfig(process.env);
  const begun = Date.now();
  await requirePort(config);
  const ending = new AbortController();
  const close = closeOnSignal(ending);
  try {
    const opened = await openApplication({
      config,
      progress,
      signal: ending.signal,
      isDevelopment: process.argv.includes('--dev'),
    });
    close.app(opened);
    await opened.fastify.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
      await opened.close();
      throw listenFault(config, error);
    });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    process.exit(0);
  }
  progress(await welcome(config, Date.now() - begun));
}

/** Tries the port before anything is opened, so that a taken one is told at once. */
async function requirePort(config: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenFault(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

function listenFault({ port, host }: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program: end it, or set PORT to another number.`,
    EACCES: `Port ${port} is reserved for the system: set PORT to a number from 1024 up.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine.`,
    ENOTFOUND: `HOST is ${host}, which is no address of this machine.`,
  };
  return sentences[code] === undefined ? error : new ConfigurationError(sentences[code]);
}

/** With ignored install scripts, npm's scripts fall back silently to the machine's own Node. */
function requireNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24)
    throw new ConfigurationError(
      `This is Node ${process.versions.node}; the server runs on the Node 24 that npm ci installs. Start it with npm start.`,
    );
}

/** Also while the application is opening: what was opened until then is closed again, and nothing stays behind. */
function closeOnSignal(ending: AbortController): { app(opened: OpenApplication): void } {
  let opened: OpenApplication | undefined;
  const close = (): void => {
    if (ending.signal.aborted) return void opened?.close().catch(() => undefined);
    ending.abort();
    opened?.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
  return {
    app(app) {
      opened = app;
    },
  };
}

main().catch((error: unknown) => {
  const isOurs = error instanceof ConfigurationError;
  process.stderr.write(`${isOurs ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
