import { refusalAnswer, type DocumentPaths } from './openapi.ts';

/** What the server itself answers beside the areas' calls (interfaces §1), for the OpenAPI document. */
export function besideCalls(served: { readonly metrics: boolean }): DocumentPaths {
  return {
    '/api/js/stream': { get: liveStream },
    '/health/live': { get: live },
    '/health/ready': { get: ready },
    ...(served.metrics ? { '/metrics': { get: metrics } } : {}),
  };
}

const tags = ['server'];

const liveStream = {
  operationId: 'server.stream',
  tags,
  summary:
    'Says which answers became stale, and what is newest of what changes all the time, as it happens (Server-Sent Events).',
  description: [
    'Lines have an id: "hello" opens a first connection, its data is {}. "stale" names topics, { "topics": ["accounts", …] }: calls that read one of them answer anew (x-reads of each call), and "*" stands for all. Whoever comes back with the last id is told what was missed.',
    'What is pushed has no id and is never stored; who reads slowly gets the newest only. "stream" tells the name of this stream, { "stream": "…" }, by which trading.watch asks for the others: "ticks" { platform, ticks } and "positions" hold what trading.ticks and trading.positions answer, of what has changed; "margin" holds what trading.margin answers, with the account, symbol, side and lots it is for; "still" { platform, of, since } says since when the platform has told no new ticks or positions, null when it does again.',
    'A comment every few seconds keeps the line open; the stream ends with its session.',
  ].join('\n\n'),
  security: [{ session: [] }],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^\\d{1,18}$' },
      description: 'The id of the last event that was seen; browsers send it when they come back by themselves.',
    },
    {
      name: 'last_event_id',
      in: 'query',
      required: false,
      schema: { type: 'string', pattern: '^\\d{1,18}$' },
      description:
        'The same, for a page that opens the stream anew and cannot set the header; at first what its first answer had as `live-line`.',
    },
  ],
  responses: {
    200: { description: 'Events, until one side ends.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    401: refusalAnswer(['no_session']),
    429: refusalAnswer(['too_many_requests']),
    503: refusalAnswer(['service_unavailable']),
  },
};

const live = {
  operationId: 'server.live',
  tags,
  summary: 'Whether the process answers.',
  security: [],
  parameters: [],
  responses: { 200: { description: 'It does.', content: healthContent({ status: { const: 'live' } }) } },
};

const ready = {
  operationId: 'server.ready',
  tags,
  summary: 'Whether the database answers, is migrated, and a worker has been heard of lately.',
  security: [],
  parameters: [],
  responses: {
    200: { description: 'All of it.', content: readyContent('ready') },
    503: { description: 'Not all of it.', content: readyContent('not_ready') },
  },
};

const metrics = {
  operationId: 'server.metrics',
  tags,
  summary: 'Measurements for Prometheus; in production behind METRICS_TOKEN as a bearer token.',
  security: [],
  parameters: [],
  responses: {
    200: { description: "Prometheus' text format.", content: { 'text/plain': { schema: { type: 'string' } } } },
    401: { description: 'Without the token.' },
  },
};

function readyContent(status: string): object {
  const checks = { type: 'boolean' };
  return healthContent({
    status: { const: status },
    checks: {
      type: 'object',
      required: ['database', 'migrations', 'workers'],
      properties: { database: checks, migrations: checks, workers: checks },
    },
  });
}

/** Health answers bare: what asks for it looks at the status and no further. */
function healthContent(properties: Readonly<Record<string, object>>): object {
  return { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } };
}
