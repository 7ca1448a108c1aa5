import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { secondMs, type Clock } from '../../base/time.ts';
import { openFaults, type CallFault, type Faults } from '../faults.ts';
import { importUsers, ImportFault } from './administration.ts';
import { DealingRoom } from './dealing.ts';
import type { GroupFacts } from './groups.ts';
import { Market } from './market.ts';
import { quoteCalls } from './quotes.ts';
import { State } from './state.ts';
import { tradeCalls } from './trades.ts';
import { userCalls } from './users.ts';
import type { Answering, Limits, TradeResult, Vendor } from './vendor.ts';
import {
  challengeAnswer,
  done,
  isSameText,
  newChallenge,
  parameters,
  passwordDigest,
  refused,
  retcodes,
  type Reply,
} from './messages.ts';

export type { GroupFacts } from './groups.ts';

export interface MetaTraderSettings {
  /** `mt5` plays the Web API itself, `mt4` the bridge of the same shape; each keeps a state of its own. */
  readonly kind: 'mt5' | 'mt4';
  readonly dataFolder: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Markets, deals and rollovers run on application time, sessions on the wall clock. */
  readonly clock: Clock;
  /** The manager's login, 1000 unless said otherwise, and password. The password also opens the seeds' calls. */
  readonly login?: number;
  readonly password: string;
  readonly groups: readonly GroupFacts[];
  /** Markets of the same seed have the same prices. */
  readonly seed?: string;
  readonly limits?: Partial<Limits>;
  /** False plays a server that draws minute bars only, as the vendor documents it. */
  readonly drawsPeriods?: boolean;
  /** Planned faults, where several servers share one plan: then a fault strikes whichever is called first. */
  readonly faults?: PlannedFaults;
  /** How long a session lives without a call. */
  readonly sessionIdleMs?: number;
}

/**
 * Which calls go wrong: those that act (balance, new account, trade request), those that tell prices (ticks, charts), or all
 * of them, as when the whole server is out.
 */
export type FaultyCalls = 'acts' | 'prices' | 'all';
export type PlannedFaults = Readonly<Record<FaultyCalls, Faults>>;

export function openPlannedFaults(): PlannedFaults {
  return { acts: openFaults(), prices: openFaults(), all: openFaults() };
}

export interface MetaTraderServer {
  readonly address: string;
  /** The next `count` calls (one acting call unless said otherwise) go wrong in that way; `none` forgets what was planned. */
  fault(mode: CallFault | 'none', count?: number, calls?: FaultyCalls): void;
  /** Cuts every connection, as a restart of the vendor's server would. */
  endSessions(): void;
  /** Back to no accounts and no planned faults at all. */
  reset(): void;
  close(): Promise<void>;
}

const limitsByKind: Readonly<Record<MetaTraderSettings['kind'], Limits>> = {
  mt5: { leverageMax: 500, passwordMin: 8, passwordMax: 16, passwordClasses: 4 },
  // MetaTrader 4 asks for letters of both kinds and digits, and for no special character.
  mt4: { leverageMax: 1000, passwordMin: 8, passwordMax: 15, passwordClasses: 3 },
};

/** Starts the stand-in for a MetaTrader server. Everything that it has answered survives a kill -9. */
export async function startMetaTrader(settings: MetaTraderSettings): Promise<MetaTraderServer> {
  const state = new State(settings.dataFolder, settings.kind);
  const market = new Market(settings.seed ?? 'atrium');
  const groups = state.learnGroups(settings.groups);
  const { clock } = settings;
  const room = new DealingRoom({ state, market, clock, groups });
  const vendor: Vendor = {
    state,
    market,
    room,
    clock,
    groups,
    limits: { ...limitsByKind[settings.kind], ...settings.limits },
    drawsPeriods: settings.drawsPeriods ?? true,
  };
  const faults = settings.faults ?? openPlannedFaults();
  const desk = new Desk(vendor, settings, faults);
  const server = createServer((request, response) => void desk.receive(request, response));
  server.keepAliveTimeout = (settings.sessionIdleMs ?? usualIdleMs) + secondMs;
  await listening(server, settings);
  const sweeping = setInterval(() => {
    for (const login of state.loginsWithPositions()) room.sweep(login);
  }, secondMs);
  sweeping.unref();
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${settings.host}:${port}`,
    fault: (mode, count = 1, faulty = 'acts') => faults[faulty].set(mode, count),
    endSessions: () => server.closeAllConnections(),
    reset: () => {
      for (const planned of Object.values(faults)) planned.set('none', 0);
      state.clear();
    },
    close: async () => {
      clearInterval(sweeping);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      state.close();
    },
  };
}

const usualIdleMs = 180 * secondMs;

async function listening(server: Server, settings: MetaTraderSettings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A manager's session: it belongs to one connection and ends with it. */
interface Session {
  readonly challenge: string;
  readonly startedMs: number;
  readonly isAuthorised: boolean;
  readonly lastCallMs: number;
  readonly results: Map<string, TradeResult>;
}

/** What keeps a session alive is never struck: it is no call of the application's. */
const keepAlive = '/api/test/access';
const calls: Readonly<Record<string, Answering>> = {
  [keepAlive]: () => done(),
  ...userCalls,
  ...tradeCalls,
  ...quoteCalls,
};
const faultyCalls: ReadonlyMap<string, FaultyCalls> = new Map([
  ['/api/trade/balance', 'acts'],
  ['/api/user/add', 'acts'],
  ['/api/user/update', 'acts'],
  ['/api/dealer/send_request', 'acts'],
  ['/api/tick/last', 'prices'],
  ['/api/chart/get', 'prices'],
]);
const challengeLifeMs = 10 * secondMs;
const slownessMs = 2 * secondMs;
/** A caller that never gets its answer loses its connection after this, so that nobody waits for long. */
const hangMs = 2 * secondMs;
const leastBuild = 484;
const bodyMostBytes = 16 * 1024 * 1024;

class Desk {
  readonly #vendor: Vendor;
  readonly #settings: MetaTraderSettings;
  readonly #digest: Buffer;
  readonly #sessions = new WeakMap<Socket, Session>();
  readonly #faults: PlannedFaults;

  constructor(vendor: Vendor, settings: MetaTraderSettings, faults: PlannedFaults) {
    this.#vendor = vendor;
    this.#faults = faults;
    this.#settings = settings;
    this.#digest = passwordDigest(settings.password);
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'http://vendor');
      const body = await bodyOf(request);
      if (url.pathname.startsWith('/sandbox-admin/')) return this.#administer(url, { request, response, body });
      const fields = parameters(url, body);
      if (url.pathname.startsWith('/api/auth/')) return send(response, this.#authorise(url.pathname, request.socket, fields));
      const session = this.#sessionOf(request.socket);
      if (!session) return send(response, refused(retcodes.authInvalid), 403);
      const answering = calls[url.pathname];
      if (!answering) return send(response, refused(retcodes.notFound), 404);
      this.#answer({ path: url.pathname, response }, () =>
        answering(this.#vendor, { parameters: fields, results: session.results }),
      );
    } catch (fault) {
      if (fault instanceof SyntaxError) return send(response, refused(retcodes.parameters));
      process.stderr.write(`metatrader sandbox: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`);
      if (!response.headersSent) send(response, refused(retcodes.error), 500);
    }
  }

  /** Says the answer, unless a fault is planned for this kind of call. */
  #answer(call: { readonly path: string; readonly response: ServerResponse }, work: () => Reply): void {
    const fault = this.#faultOf(call.path);
    if (fault === 'timeout_before') return hang(call.response);
    if (fault === 'error') return send(call.response, refused(retcodes.error));
    const reply = work();
    if (fault === 'timeout_after') return hang(call.response);
    if (fault === 'slow') setTimeout(() => send(call.response, reply), slownessMs).unref();
    else send(call.response, reply);
  }

  #faultOf(path: string): CallFault | undefined {
    if (path === keepAlive) return undefined;
    const kind = faultyCalls.get(path);
    return (kind && this.#faults[kind].takeForCall()) ?? this.#faults.all.takeForCall();
  }

  #sessionOf(socket: Socket): Session | undefined {
    const session = this.#sessions.get(socket);
    const nowMs = this.#vendor.clock.wall().getTime();
    if (!session?.isAuthorised || nowMs - session.lastCallMs > (this.#settings.sessionIdleMs ?? usualIdleMs)) return undefined;
    const touched = { ...session, lastCallMs: nowMs };
    this.#sessions.set(socket, touched);
    return touched;
  }

  #authorise(path: string, socket: Socket, fields: ReadonlyMap<string, string>): Reply {
    const nowMs = this.#vendor.clock.wall().getTime();
    if (path === '/api/auth/start') {
      const isManager = fields.get('type') === 'manager' && fields.get('login') === String(this.#settings.login ?? 1000);
      const agent = fields.get('agent') ?? '';
      if (Number(fields.get('version')) < leastBuild || agent === '' || agent.includes(' ')) return refused(retcodes.parameters);
      if (!isManager) return refused(retcodes.authAccount);
      const challenge = newChallenge();
      this.#sessions.set(socket, { challenge, startedMs: nowMs, isAuthorised: false, lastCallMs: nowMs, results: new Map() });
      return done({ version_access: '3320', srv_rand: challenge });
    }
    const session = this.#sessions.get(socket);
    if (path !== '/api/auth/answer' || !session || session.isAuthorised) return refused(retcodes.authInvalid);
    const inTime = nowMs - session.startedMs <= challengeLifeMs;
    const isRight = isSameText(fields.get('srv_rand_answer') ?? '', challengeAnswer(this.#digest, session.challenge));
    if (!inTime || !isRight) {
      this.#sessions.delete(socket);
      return refused(retcodes.authAccount);
    }
    this.#sessions.set(socket, { ...session, isAuthorised: true, lastCallMs: nowMs });
    const answer = challengeAnswer(this.#digest, fields.get('cli_rand') ?? '');
    return done({ version_access: '3320', version_trade: '3320', cli_rand_answer: answer });
  }

  #administer(
    url: URL,
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly body: string },
  ): void {
    const { request, response, body } = exchange;
    const secret = request.headers['x-sandbox-secret'];
    if (typeof secret !== 'string' || !isSameText(secret, this.#settings.password))
      return send(response, { error: 'wrong secret' }, 403);
    if (request.method !== 'POST') return send(response, { error: 'POST only' }, 405);
    if (url.pathname === '/sandbox-admin/reset') {
      this.#vendor.state.clear();
      return send(response, { reset: true });
    }
    if (url.pathname !== '/sandbox-admin/import') return send(response, { error: 'no such call' }, 404);
    try {
      return send(response, importUsers(this.#vendor, JSON.parse(body)));
    } catch (fault) {
      if (fault instanceof ImportFault || fault instanceof SyntaxError || fault instanceof RangeError)
        return send(response, { error: fault.message }, 422);
      throw fault;
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyMostBytes) throw new SyntaxError('the body is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function hang(response: ServerResponse): void {
  setTimeout(() => response.destroy(), hangMs).unref();
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
