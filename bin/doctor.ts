/**
 * `npm run doctor`: looks whether what this environment says of a portal in production is true: asks the database and every outside
 * party for something that changes nothing, and names the variable that is wrong. Ends with 1 where something is.
 */
import { ConfigurationError, readConfig } from '../src/server/start/config.ts';
import { examine } from '../src/server/start/doctor.ts';
import { runCommand, say, withDatabase } from './broker.ts';

await runCommand(async () => {
  const config = readConfig(process.env);
  const { outside } = config;
  if (outside === undefined)
    throw new ConfigurationError('ATRIUM_MODE is sandbox: it plays its outside parties itself, and there is nothing to look at.');
  const clock = { now: () => new Date(), wall: () => new Date() };
  const database = await withDatabase(config, async () => undefined).then(
    () => undefined,
    (error: unknown) => (error instanceof ConfigurationError ? error.message : String(error)),
  );
  const findings = [{ party: 'database', fault: database }, ...(await examine(outside, clock))];
  for (const { party, fault } of findings) say(fault === undefined ? `✓ ${party}` : `✗ ${party}: ${fault}`);
  if (findings.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
});
