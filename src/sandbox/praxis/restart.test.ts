import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { after, minuteMs } from '../../base/time.ts';
import { authentication } from './messages.ts';
import { startPraxis } from './index.ts';

test('orders, decisions and notifications that nobody has acknowledged outlive the provider', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-praxis-'));
  const heard: string[] = [];
  const shop = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      heard.push(String(incoming.headers['gt-authentication']));
      outgoing.end('{"status":0}');
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const bound = shop.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  let now = new Date('2026-03-02T09:00:00Z');
  const start = () =>
    startPraxis({
      dataFolder,
      host: '127.0.0.1',
      port: 0,
      clock: { now: () => now, wall: () => now },
      merchantId: 'M',
      applicationKey: 'A',
      merchantSecret: 'secret',
      pageAddress: (reference) => `http://localhost/${reference}`,
      pollMs: 0,
    });

  const first = await start();
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = {
    merchant_id: 'M',
    application_key: 'A',
    intent: 'payment',
    currency: 'EUR',
    amount: 9_007_199_254_740_991,
    cid: '7',
    locale: 'en-GB',
    order_id: 'R-1',
    customer_data: { first_name: 'Eve' },
    notification_url: `http://127.0.0.1:${port}/`,
    return_url: 'http://localhost/back',
    version: '1.3',
    timestamp,
  };
  const signature = authentication(['M', 'A', timestamp, 'payment', '7', 'R-1'], 'secret');
  const opened = await fetch(`${first.address}/cashier/cashier`, {
    method: 'POST',
    headers: { 'Gt-Authentication': signature },
    body: JSON.stringify(body),
  });
  expect(await opened.json()).toMatchObject({ status: 0 });
  first.fault('delay', 1);
  first.decide('R-1', 'approved');
  await first.close();

  const second = await start();
  expect(second.page('R-1')).toMatchObject({ status: 'approved', amount: { minor: 9_007_199_254_740_991n, currency: 'EUR' } });
  now = after(now, 2 * minuteMs);
  expect(await second.deliverDue()).toBe(2);
  expect(heard).toHaveLength(2);
  await second.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
  rmSync(dataFolder, { recursive: true });
});
