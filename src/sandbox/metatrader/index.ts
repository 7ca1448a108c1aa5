import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { secondMs, type Clock } from '../../base/time.ts';
import type { CallFault, Planned } from '../faults.ts';
import { openLater, type Later } from '../later.ts';
import { importUsers, ImportFault } from './administration.ts';
import { act, type CorporateAction } from './corporate.ts';
import { DealingRoom } from './dealing.ts';
import { answerOrFail, keepAlive, openPlannedFaults, send, type FaultyCalls, type PlannedFaults } from './failing.ts';
import type { GroupFacts } from './groups.ts';
import { Market } from './market.ts';
import { quoteCalls } from './quotes.ts';
import { requestCalls } from './requests.ts';
import { State } from './state.ts';
import { timeCalls } from './timeCalls.ts';
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
import { openServerClock, usualZone } from './zone.ts';

export { openPlannedFaults, type FaultyCalls, type PlannedFaults } from './failing.ts';
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
  /** Where the server's clock stands, as `openServerClock` takes it; in Athens unless said otherwise. */
  readonly zone?: string;
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

export interface MetaTraderServer {
  readonly address: string;
  /** The next `count` calls (one acting call unless said otherwise) go wrong in that way; `none` forgets what was planned. */
  fault(planned: Planned<CallFault | 'none'>, count?: number, calls?: FaultyCalls): void;
  /** The same for the calls that act on that account, before any other fault. */
  faultOf(login: number, planned: Planned<CallFault | 'none'>, count: number): void;
  /** A company pays a dividend or splits its shares: how many positions that touched, undefined where it cannot be done. */
  act(action: CorporateAction): number | undefined;
  /** Sets the server's clock to another zone. */
  moveTo(zone: string): void;
  /** Cuts every connection, as a restart of the vendor's server would. */
  endSessions(): void;
  /** Back to no accounts and no planned faults at all; what was still to take effect is forgotten. */
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
  for (const split of state.corporate.splits()) market.tellSplit(split);
  const groups = state.learnGroups(settings.groups);
  const { clock } = settings;
  const room = new DealingRoom({ state, market, clock, groups, takesStopLimit: settings.kind === 'mt5' });
  let zone = openServerClock(settings.zone ?? usualZone);
  const vendor: Vendor = {
    state,
    market,
    room,
    clock,
    get zone() {
      return zone;
    },
    groups,
    limits: { ...limitsByKind[settings.kind], ...settings.limits },
    drawsPeriods: settings.drawsPeriods ?? true,
  };
  const faults = settings.faults ?? openPlannedFaults();
  const later = openLater();
  const desk = new Desk(vendor, settings, { faults, later });
  const server = createServer((request, response) => void desk.receive(request, response));
  server.keepAliveTimeout = (settings.sessionIdleMs ?? usualIdleMs) + secondMs;
  await listening(server, settings);
  const sweeping = setInterval(() => {
    for (const login of state.loginsAtMarket()) room.sweep(login);
  }, secondMs);
  sweeping.unref();
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${settings.host}:${port}`,
    fault: (planned, count = 1, faulty = 'acts') => faults[faulty].set(planned, count),
    faultOf: (login, planned, count) => faults.ofAccount(login).set(planned, count),
    act: (action) => act(vendor, action),
    moveTo: (other) => {
      zone = openServerClock(other);
    },
    endSessions: () => server.closeAllConnections(),
    reset: () => {
      faults.clear();
      later.forget();
      state.clear();
      market.forgetSplits();
    },
    close: async () => {
      clearInterval(sweeping);
      later.forget();
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

const calls: Readonly<Record<string, Answering>> = {
  [keepAlive]: () => done(),
  ...timeCalls,
  ...userCalls,
  ...tradeCalls,
  ...requestCalls,
  ...quoteCalls,
};
const challengeLifeMs = 10 * secondMs;
const leastBuild = 484;
const bodyMostBytes = 16 * 1024 * 1024;

/** The faults that are planned, and what still takes effect after the line was cut. */
interface Failing {
  readonly faults: PlannedFaults;
  readonly later: Later;
}

class Desk {
  readonly #vendor: Vendor;
  readonly #settings: MetaTraderSettings;
  readonly #digest: Buffer;
  readonly #sessions = new WeakMap<Socket, Session>();
  readonly #failing: Failing;

  constructor(vendor: Vendor, settings: MetaTraderSettings, failing: Failing) {
    this.#vendor = vendor;
    this.#failing = failing;
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
      const work = () => answering(this.#vendor, { parameters: fields, results: session.results });
      const login = Number(fields.get('login')) || undefined;
      answerOrFail({ path: url.pathname, login, response, work }, this.#failing.faults, this.#failing.later);
    } catch (fault) {
      if (fault instanceof SyntaxError) return send(response, refused(retcodes.parameters));
      process.stderr.write(`metatrader sandbox: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`);
      if (!response.headersSent) send(response, refused(retcodes.error), 500);
    }
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
      this.#failing.later.forget();
      this.#vendor.state.clear();
      this.#vendor.market.forgetSplits();
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
