import type { FastifyInstance } from 'fastify';
import type { Contract } from '../../protocol/call.ts';
import { openApiDocument, type DocumentFacts } from './openapi.ts';
import { documentHeaders, freshNonce } from './pages.ts';
import { bytesFor, keptOnce } from '../serve/kept.ts';

type Json = Record<string, unknown>;

/**
 * /api/openapi.json and its human view at /api/docs (interfaces §1). Neither changes while the process runs, and each is written when it
 * is first asked for: that takes as long as half of the rest of opening the application.
 */
export function serveDocs(
  fastify: FastifyInstance,
  contracts: readonly Contract[],
  facts: DocumentFacts & { readonly isSecure: boolean },
): void {
  const serve = (path: string, { type, write, headers }: Still): void => {
    const kept = keptOnce(write);
    fastify.get(path, async (request, reply) => {
      reply.headers(headers()).type(`${type}; charset=utf-8`);
      return reply.send(bytesFor(request, reply, await kept()));
    });
  };
  const unchanged = () => ({ 'cache-control': 'no-cache' });
  // Nothing in the page runs: what somebody brought into it would have to guess a number that no answer has had before.
  const headers = () => documentHeaders({ nonce: freshNonce(), connectSources: [], isSecure: facts.isSecure });
  const written = () => openApiDocument(contracts, facts);
  serve('/api/openapi.json', { type: 'application/json', write: () => JSON.stringify(written()), headers: unchanged });
  serve('/api/docs', { type: 'text/html', write: () => docsPage(written() as Json), headers });
  serve('/api/docs.css', { type: 'text/css', write: () => docsStyle, headers: unchanged });
}

/** What is served as it is for as long as the process runs. */
interface Still {
  readonly type: string;
  readonly write: () => string;
  readonly headers: () => Record<string, string>;
}

function docsPage(document: Json): string {
  const info = document['info'] as { title: string; version: string; description: string };
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const areas = [...new Set(operations.map(({ operation }) => (operation['tags'] as string[])[0] ?? ''))];
  const sections = areas.map((area) => {
    const own = operations.filter(({ operation }) => (operation['tags'] as string[])[0] === area);
    return `<section id="${escape(area)}"><h2>${escape(area)}</h2>${own.map(operationView).join('')}</section>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escape(info.title)} API</title><link rel="stylesheet" href="/api/docs.css"></head><body>`,
    `<nav aria-label="Areas">${areas.map((area) => `<a href="#${escape(area)}">${escape(area)}</a>`).join('')}</nav>`,
    `<main><h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1>`,
    ...info.description.split('\n\n').map((paragraph) => `<p>${escape(paragraph)}</p>`),
    `<p><a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</main></body></html>`,
  ].join('');
}

function operationView({ path, method, operation }: { path: string; method: string; operation: Json }): string {
  const parameters = (operation['parameters'] as { name: string; in: string; required: boolean; schema: Json }[])
    .map(
      (each) =>
        `<tr><td><code>${escape(each.name)}</code></td><td>${escape(each.in)}</td><td>${each.required ? 'required' : ''}</td><td><code>${escape(brief(each.schema))}</code></td></tr>`,
    )
    .join('');
  const body = (operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined)?.content[
    'application/json'
  ]?.schema;
  const responses = Object.entries(
    operation['responses'] as Record<string, { description: string; content?: Record<string, { schema?: Json }> }>,
  );
  return [
    `<details id="${escape(String(operation['operationId']))}"><summary><b class="${escape(method)}">${escape(method.toUpperCase())}</b> <code>${escape(path)}</code> <span>${escape(String(operation['summary']))}</span></summary>`,
    ...String(operation['description'] ?? '')
      .split('\n\n')
      .map((paragraph) => (paragraph === '' ? '' : `<p>${escape(paragraph)}</p>`)),
    operation['x-gate'] ? `<p>Gate: <code>${escape(String(operation['x-gate']))}</code></p>` : '',
    `<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${parameters}</tbody></table>`,
    body ? `<h4>Body</h4><pre>${escape(JSON.stringify(body, null, 2))}</pre>` : '',
    ...responses.map(([status, answer]) => {
      const [kind, content] = Object.entries(answer.content ?? {})[0] ?? [];
      const data = (content?.schema?.['properties'] as Record<string, Json> | undefined)?.['data'] ?? content?.schema;
      const shown = status === '200' && data ? `<pre>${escape(JSON.stringify(data, null, 2))}</pre>` : '';
      const named = kind === undefined || kind === 'application/json' ? '' : ` <code>${escape(kind)}</code>`;
      return `<h4>${escape(status)}${named}</h4><p>${escape(answer.description)}</p>${shown}`;
    }),
    '</details>',
  ].join('');
}

function brief(schema: Json): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ');
  return String(schema['type'] ?? 'any') + (schema['default'] === undefined ? '' : ` = ${String(schema['default'])}`);
}

function escape(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => named[character] ?? character);
}

const docsStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; display: grid; align-content: start; gap: .25rem; border-inline-end: 1px solid color-mix(in srgb, currentcolor 15%, transparent); }
nav a { text-decoration: none; padding: .25rem .5rem; border-radius: .5rem; color: inherit; }
nav a:hover { background: color-mix(in srgb, currentcolor 8%, transparent); }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem); max-width: 62rem; }
details { border: 1px solid color-mix(in srgb, currentcolor 15%, transparent); border-radius: .75rem; margin-block: .5rem; padding: .5rem .75rem; }
summary { cursor: pointer; } summary span { opacity: .75; } summary b { display: inline-block; min-width: 3.75rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .25rem .5rem .25rem 0; vertical-align: top; }
pre { overflow: auto; padding: .75rem; border-radius: .5rem; background: color-mix(in srgb, currentcolor 6%, transparent); }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; grid-auto-flow: column; border: 0; } }
`;
