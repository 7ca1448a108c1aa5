import type { FastifyRequest } from 'fastify';
import { Refusal, type RefusalDetail } from '../../base/refusal.ts';
import { requireGate, type GateCode } from '../../law/gates.ts';
import { hasRight } from '../../law/staff.ts';
import type { CallSpec, StaffIdentity } from '../../protocol/call.ts';
import { backgroundHeader } from '../../protocol/background.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import type { ProtocolRefusal } from '../../protocol/refusals.ts';
import { isNewsTopic } from '../../protocol/topics.ts';
import { tracedCodes, type TraceKind } from '../../protocol/trace.ts';
import type { LiveSession } from '../live/session.ts';
import type { Exchange, ServeParts } from './parts.ts';
import { addressOf } from '../http/address.ts';
import { seenAt } from './site.ts';

/** Who is calling, each by a session of their own. */
export interface Caller {
  readonly session: LiveSession | undefined;
  readonly staff: StaffIdentity | undefined;
}

export const nobody: Caller = { session: undefined, staff: undefined };

/** Calls of the desk answer under their own path only, and know no client's session. */
export function isOfDesk({ path }: Pick<CallSpec, 'path'>): boolean {
  return path.startsWith('/api/desk/');
}

/** Whether a caller with a session must show its token too. */
export function asksToken(spec: CallSpec): boolean {
  return spec.method !== 'GET' && (spec.needsToken ?? spec.who !== 'anyone');
}

/** The session that the call comes with, if any. */
export async function callerOf({ request, spec }: Exchange, parts: ServeParts): Promise<Caller> {
  if (isOfDesk(spec)) {
    const secret = request.cookies[parts.staffCookieName];
    const staff = secret === undefined ? undefined : await parts.staffSessions.find(secret, isUse({ request, spec }));
    return { session: undefined, staff };
  }
  const secret = request.cookies[parts.cookieName];
  const found = secret ? await (tellsNews(spec) ? parts.sessions.findFresh(secret) : parts.sessions.find(secret)) : undefined;
  return { session: seenAt(found, request, parts.settings()), staff: undefined };
}

/**
 * Whether somebody is at the screen: a read that a page asks for by itself, because something went stale or time has passed, says
 * that nobody is. What changes something is always somebody's; a call that writes nothing is a read by whatever method it comes.
 */
export function isUse({ request, spec }: Pick<Exchange, 'request' | 'spec'>): boolean {
  const isRead = spec.method === 'GET' || spec.runs === 'read';
  return !isRead || request.headers[backgroundHeader] === undefined;
}

/** Whoever asks for these was told that they changed, so a session that is believed for some seconds is too old. */
function tellsNews(spec: CallSpec): boolean {
  return spec.reads?.some(isNewsTopic) ?? false;
}

/** Refuses who may not make this call: the session, its token, and what the client's profile or the role must allow. */
export function requireCaller({ request, spec }: Exchange, { session, staff }: Caller, parts: ServeParts): void {
  if (session && asksToken(spec)) requireToken(request, request.cookies[parts.cookieName], parts.sessions);
  if (staff && asksToken(spec)) requireToken(request, request.cookies[parts.staffCookieName], parts.staffSessions);
  if (spec.who === 'client') {
    if (!session) throw new Refusal<ProtocolRefusal>('no_session');
    if (spec.gate) requireGate(spec.gate, session.identity.profile, refuseGate);
  }
  if (spec.who === 'staff') {
    if (!staff) throw new Refusal<ProtocolRefusal>('no_session');
    if (spec.right === undefined || !hasRight(staff.role, spec.right)) throw new Refusal<ProtocolRefusal>('not_your_right');
  }
}

/** A write with the cookie alone is refused, whoever's page sent it (interfaces §3). */
function requireToken(
  request: FastifyRequest,
  secret: string | undefined,
  sessions: { isToken(secret: string, token: string): boolean },
): void {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const body = (request.body as { token?: unknown } | null)?.token;
  const token = header ?? (typeof body === 'string' ? body : '');
  if (!sessions.isToken(secret ?? '', token)) throw new Refusal<ProtocolRefusal>('invalid_auth_token');
}

class GateRefusal extends Refusal<GateCode> {}

export function gateStatus(error: Refusal): number | undefined {
  return error instanceof GateRefusal ? gateErrors[error.code] : undefined;
}

function refuseGate(code: GateCode, detail: RefusalDetail): never {
  throw new GateRefusal(code, detail);
}

/** Leaves a trace of what a client, or somebody who is none, did or was refused. */
export function traceClient(
  { spec, call, request }: Exchange,
  { caller, code, parts }: { readonly caller: Caller; readonly code: string; readonly parts: ServeParts },
): void {
  if (isOfDesk(spec)) return;
  const isAsked = code === doneCode || (code === 'too_many_requests' && spec.answersFile !== undefined);
  const kind = isAsked ? spec.traces : tracedCodes[code];
  if (kind !== undefined) noteTrace({ request, call }, { kind, caller, code, parts });
}

/** Of a trace that is no refusal. */
export const doneCode = 'done';

/** A gate that is shut has a code of its own for each reason. */
export function traceGate(
  exchange: Exchange,
  noted: { readonly caller: Caller; readonly code: string; readonly parts: ServeParts },
): void {
  noteTrace(exchange, { kind: 'gate_refused', ...noted });
}

function noteTrace(
  { request, call }: Pick<Exchange, 'request' | 'call'>,
  noted: { readonly kind: TraceKind; readonly caller: Caller; readonly code: string; readonly parts: ServeParts },
): void {
  noted.parts.clientTrace.note({
    kind: noted.kind,
    call,
    code: noted.code,
    clientId: noted.caller.session?.identity.id,
    address: addressOf(request),
    agent: String(request.headers['user-agent'] ?? ''),
  });
}

/** Leaves a trace of a call of the desk that was turned away; `reason_missing` is our own code for the field that was not there. */
export async function traceRefusal(
  { spec, call, request }: Exchange,
  { caller, code, parts }: { readonly caller: Caller; readonly code: string; readonly parts: ServeParts },
): Promise<void> {
  if (spec.who !== 'staff') return;
  const { staff } = caller;
  const secret = request.cookies[parts.cookieName];
  const client = staff === undefined && secret !== undefined ? await parts.sessions.find(secret) : undefined;
  const who = staff?.actor ?? (client ? 'client' : 'nobody');
  parts.trace.note({ call, code, who, address: addressOf(request), clientId: client?.identity.id });
}
