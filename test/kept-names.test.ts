import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { actionsIn, keptNames, metricsIn, namesToday, topicsIn } from '../bin/build/keptNames.ts';
import { loadContracts } from '../bin/catalogue.ts';
import { defaultSettings } from '../src/settings/index.ts';

/* Actions of the audit, metrics, topics of the outbox, keys of settings and operationIds: others keep them, so none is renamed. */

const root = path.dirname(import.meta.dirname);
const kept = keptNames(root);
/** So many may have come since names were written down last: `npm run registries -- --names` adds them. */
const mostUnkept = 60;

let today: readonly string[];

beforeAll(async () => {
  today = namesToday(root, { contracts: await loadContracts(), settings: defaultSettings });
});

test('every name that is stored, sent or measured is still there', () => {
  const names = new Set(today);
  expect(kept.filter((name) => !names.has(name))).toEqual([]);
});

test('nearly all names are kept: npm run registries -- --names writes down those that have come', () => {
  const known = new Set(kept);
  const fresh = today.filter((name) => !known.has(name));
  expect(fresh.length > mostUnkept ? fresh : []).toEqual([]);
  const counts = Object.groupBy(kept, (name) => name.split(' ')[0] ?? '');
  expect(Object.keys(counts)).toEqual(['audit', 'metric', 'operation', 'setting', 'topic']);
  const least = { audit: 200, metric: 12, operation: 400, setting: 200, topic: 20 };
  expect(Object.entries(least).filter(([kind, count]) => (counts[kind]?.length ?? 0) < count)).toEqual([]);
  expect(kept).toEqual([...new Set(kept)].toSorted());
});

test('the look finds a name wherever it is written', () => {
  const written = `
    await record({ action: isOn ? 'sample.on' : 'sample.off', subject });
    const sampleAction = 'sample.decide';
    call({ audits: 'sample.act' });
    action: \`sample.\${status}\`,
    const actions = {\n  add: 'sample.add',\n};
    insert into audit_event (at, action)\n  values (at, 'sample.era');
    where({ action: taken, name: 'other' });
    const columns = { action: { title: 'sample.title' } };`;
  const found = ['sample.on', 'sample.off', 'sample.decide', 'sample.act', 'sample.*', 'sample.add', 'sample.era'];
  expect(actionsIn(written)).toEqual(found);
  expect(metricsIn(`gaugeOf(registry, 'atrium_streams', ''); atrium_up: ['', ''], role atrium_app`)).toEqual([
    'atrium_streams',
    'atrium_up',
  ]);
  expect(
    topicsIn(`{ topic: 'a.b', topics: ['c'] }; const driveTopic = 'remittance.drive'; topic: string; on: { 'c.d': act }`),
  ).toEqual(['a.b', 'remittance.drive', 'c.d']);
});
