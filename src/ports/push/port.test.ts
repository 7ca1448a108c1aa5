import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshKeys } from '../../sandbox/keys.ts';
import { startPushService, type PushServiceSandbox } from '../../sandbox/pushservice/index.ts';
import { openPush } from './index.ts';
import type { Push, PushAddress } from './port.ts';

const keys = freshKeys().push;
const contact = 'mailto:help@portal.example';
const said = { text: '{"title":"EURUSD هو 欧元"}', keepSeconds: 3600, name: 'alert-7' } as const;

describe.each([{ name: 'webpush' as const }])('push services over $name', ({ name }) => {
  let service: PushServiceSandbox;
  let push: Push;
  let to: PushAddress;
  const open = (over: Partial<typeof keys & { hosts: readonly string[] }> = {}): Push =>
    openPush({ provider: name, ...keys, contact, hosts: [new URL(service.address).host], timeoutMs: 1500, ...over });
  const browser = (key = keys.publicKey): PushAddress => {
    const { endpoint, keys: own } = service.subscribe(key);
    return { endpoint, ...own };
  };
  beforeEach(async () => {
    service = await startPushService({ host: '127.0.0.1', port: 0, patience: { hangMs: 3000, slowMs: 20 } });
    push = open();
    to = browser();
  });
  afterEach(() => service.close());

  test('a message comes to the browser alone that it was sealed for, with its name and how long it is kept', async () => {
    expect(await push.reach()).toEqual({ outcome: 'done' });
    expect(await push.send({ to, ...said })).toEqual({ outcome: 'sent' });
    expect(service.messages()).toEqual([{ endpoint: to.endpoint, text: said.text, name: 'alert-7', keep_seconds: 3600 }]);
    const { p256dh, auth } = browser();
    expect(await push.send({ to: { ...to, p256dh, auth }, ...said })).toMatchObject({ outcome: 'refused' });
    expect(service.messages()).toHaveLength(1);
  });

  test('a browser that has ended it, and one that nobody knows, are gone', async () => {
    service.end(to.endpoint);
    expect(await push.send({ to, ...said })).toEqual({ outcome: 'gone' });
    expect(await push.send({ to: { ...to, endpoint: `${service.address}/push/nobody` }, ...said })).toEqual({ outcome: 'gone' });
  });

  test('a service that is asked too often is asked again later', async () => {
    service.busy(1);
    expect(await push.send({ to, ...said })).toMatchObject({ outcome: 'later' });
    expect(await push.send({ to, ...said })).toEqual({ outcome: 'sent' });
  });

  test.each([
    ['error', 'unknown', 0],
    ['timeout_before', 'unknown', 0],
    ['timeout_after', 'unknown', 1],
    ['slow', 'sent', 1],
  ] as const)('%s is told as %s', async (mode, outcome, taken) => {
    service.fault(mode, 1);
    expect(await push.send({ to, ...said })).toMatchObject({ outcome });
    expect(service.messages()).toHaveLength(taken);
  });

  test('a message whose line was cut leaves it open, and arrives', async () => {
    service.fault({ mode: 'late', seconds: 0.05 }, 1);
    expect(await push.send({ to, ...said })).toMatchObject({ outcome: 'unknown' });
    await vi.waitUntil(() => service.messages().length === 1);
  });

  test('a subscription that was made with the keys of somebody else takes nothing of ours', async () => {
    expect(await push.send({ to: browser(freshKeys().push.publicKey), ...said })).toMatchObject({ outcome: 'refused' });
    expect(await push.send({ to: { ...to, p256dh: 'none' }, ...said })).toMatchObject({ outcome: 'refused' });
    expect(service.messages()).toHaveLength(0);
  });

  test('nothing is sent but to push services that are named', async () => {
    const named = open({ hosts: ['push.example', '*.notify.example'] });
    const addresses = {
      'https://push.example/a': true,
      'https://eu.notify.example/a': true,
      'http://push.example/a': false,
      'https://push.example.evil/a': false,
      'https://evilnotify.example/a': false,
      'https://notify.example/a': false,
      'https://push.example:8443/a': false,
      'https://user:word@push.example/a': false,
      'https://169.254.169.254/latest': false,
      [`https://push.example/${'a'.repeat(1000)}`]: false,
      'no address': false,
    };
    for (const [address, isOurs] of Object.entries(addresses))
      expect([address, named.serves(address)]).toEqual([address, isOurs]);
    expect(await named.send({ to, ...said })).toMatchObject({ outcome: 'refused' });
    expect(service.messages()).toHaveLength(0);
  });

  test('where nobody listens, the services cannot be reached', async () => {
    expect(await open({ hosts: ['127.0.0.1:9'] }).reach()).toMatchObject({ outcome: 'unknown' });
  });
});
