/**
 * `npm run vendors`: the outside parties of the sandbox in a process of their own, with ports and keys that are always the same,
 * printed as the environment names them. A portal in production mode can be staged against them; one in sandbox mode uses them
 * by `SANDBOX_VENDORS`.
 *
 *   --port N      of the helpers (4190); the vendors take the twenty after it. 0: free ones
 *   --data F      where they keep what they know (vendors below the data folder)
 *   --portal U    where the portal is, as a vendor's dashboard has it; one in sandbox mode tells it by itself
 *   --zone Z      where the trading platforms' clocks stand (Europe/Athens)
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { platformGroups } from '../src/law/platformGroups.ts';
import { environmentOf, geetestEnvironmentOf } from '../src/sandbox/environment.ts';
import { highestPort, openStandalone } from '../src/sandbox/standalone.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4190' },
    data: { type: 'string' },
    portal: { type: 'string' },
    zone: { type: 'string' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > highestPort)
  throw new RangeError(`--port takes a whole number up to ${highestPort}: the vendors take the ports after it`);

const vendors = await openStandalone({
  host: '127.0.0.1',
  port,
  dataFolder: path.resolve(values.data ?? path.join(process.env['ATRIUM_DATA'] ?? '.atrium', 'vendors')),
  merchant: 'Atrium',
  metaTraderGroups: { mt5: platformGroups('mt5'), mt4: platformGroups('mt4') },
  portal: values.portal,
  ...(values.zone === undefined ? {} : { zone: values.zone }),
});
const lines = Object.entries({ ...environmentOf(vendors.access), ...geetestEnvironmentOf(vendors.access) });
for (const [name, value] of lines) process.stdout.write(`${name}=${value}\n`);
process.stdout.write(`SANDBOX_VENDORS=${vendors.address}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void vendors.close().then(() => process.exit(0)));
