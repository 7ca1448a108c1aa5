import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { fieldsOf, json, refused, type SumsubKeys } from './api.ts';
import { decide, openApplicant, submit, type Deciding } from './deciding.ts';
import type { Applicant } from './store.ts';

/** Any portal may show it in a frame; it shows nothing that it was not given a token for. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

const parts: Readonly<Record<string, VendorAnswer>> = {
  '/websdk/websdk.html': part('websdk.html', 'text/html; charset=utf-8'),
  '/websdk/websdk.js': part('websdk.js', 'text/javascript; charset=utf-8'),
  '/websdk/websdk.css': part('websdk.css', 'text/css; charset=utf-8'),
};

function part(name: string, type: string): VendorAnswer {
  const headers = { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': policy };
  return { status: 200, headers, body: readFileSync(join(import.meta.dirname, name), 'utf8') };
}

/** The vendor's own page for clients, and what it asks; undefined for what is none of it. */
export function answerPage(keys: SumsubKeys, at: Deciding, request: VendorRequest): VendorAnswer | undefined {
  if (!request.path.startsWith('/websdk/')) return undefined;
  const found = parts[request.path];
  if (found) return found;
  if (request.method !== 'POST' || request.path !== '/websdk/check') return refused(404, 'Not found');
  const asked = fieldsOf(request.body);
  const token = at.store.token(String(asked['token'] ?? ''));
  if (!token || token.untilMs <= at.clock.wall().getTime()) return refused(401, 'invalid-token');
  const applicant =
    at.store.byReference(token.user) ?? openApplicant(at, { externalUserId: token.user, level: token.level, fixed: {} });
  const acted = act(at, applicant, asked);
  return json(200, {
    applicantId: acted.id,
    levelName: acted.level,
    reviewStatus: acted.reviewStatus,
    reviewResult: acted.result,
    typed: acted.read ?? acted.fixed,
    asksResidence: acted.level === keys.profileLevel,
  });
}

/** What the client does there. Whoever sits at a sandbox also decides. */
function act(at: Deciding, applicant: Applicant, asked: Readonly<Record<string, unknown>>): Applicant {
  const text = (name: string): string => String(asked[name] ?? '').slice(0, 100);
  const isOpen = applicant.reviewStatus === 'init' || applicant.result?.reviewRejectType === 'RETRY';
  if (asked['act'] === 'submit' && isOpen)
    return submit(at, applicant, { firstName: text('firstName'), lastName: text('lastName'), dob: text('dob') });
  const outcome =
    asked['act'] === 'approve' ? 'approved' : asked['act'] === 'retry' || asked['act'] === 'reject' ? 'rejected' : undefined;
  if (outcome === undefined || applicant.reviewStatus !== 'pending') return applicant;
  const labels = { retry: ['UNSATISFACTORY_PHOTOS'], reject: ['FORGERY'] }[String(asked['act'])];
  return decide(at, applicant, { outcome, ...(labels ? { labels } : {}) });
}
