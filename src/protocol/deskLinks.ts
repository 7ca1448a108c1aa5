import type { DeskPageSpec } from './call.ts';

/** Pages of the desk that screens of other areas lead to; pageLinks.test.ts holds each to the page that its area declares. */
export const deskLinks = {
  start: { path: '', title: 'desk.nav.start' },
  queue: { path: 'queues/{queue}', title: 'desk.nav.queue' },
  clients: { path: 'clients', query: ['search', 'page'], title: 'desk.nav.clients' },
  client: { path: 'clients/{id:int}', title: 'desk.nav.client' },
  approvals: { path: 'approvals', query: ['status'], title: 'desk.nav.approvals' },
  audit: { path: 'audit', query: ['client_id', 'actor', 'action', 'from', 'till'], title: 'desk.nav.audit' },
  exports: { path: 'exports', title: 'desk.nav.exports' },
} as const satisfies Readonly<Record<string, DeskPageSpec>>;
